// Holds the weight of the repository against `budget.yaml`: lines of code by room, bytes of bundles and tarballs, packages of
// `npm ci`. Prints each figure beside its budget, and exits 1 where one is over it, with what grew.
//
//   npm run build && npx tsx test/tools/weight/index.ts
import { readBudget, type Allowance } from './budget'
import { bundleSize, dependencies, developmentInstallation, tarballSizes } from './bytes'
import { countLines, growth, roomOf } from './lines'

const budget = readBudget()
const faults: string[] = []

function compare(
  unit: string,
  name: string,
  weight: number | undefined,
  allowance: Allowance | undefined,
): boolean {
  if (weight === undefined || !allowance) {
    faults.push(`${name} stands in budget.yaml or in the repository, but not in both.`)
    return false
  }
  const { most } = allowance
  console.log(
    `${weight.toLocaleString('en-US').padStart(11)} of ${most.toLocaleString('en-US').padStart(11)} ${unit.padEnd(14)} ${name}`,
  )
  if (weight <= most) return true
  faults.push(`${name}: ${weight} ${unit}, ${weight - most} more than its budget of ${most}.`)
  return false
}

function checkLines(): void {
  const counted = countLines()
  const folders = Object.keys(budget.lines)
  const rooms = new Map(folders.map((folder) => [folder, new Map<string, number>()]))
  for (const [path, lines] of counted) {
    if (!path.includes('/')) continue
    const room = rooms.get(roomOf(path, folders) ?? '')
    if (room) room.set(path, lines)
    else faults.push(`${path} stands in no folder that budget.yaml names below \`lines\`.`)
  }
  for (const [folder, files] of rooms) {
    const lines = [...files.values()].reduce((sum, count) => sum + count, 0)
    if (compare('lines', folder, lines, budget.lines[folder])) continue
    const grown = growth(files, 'test/tools/weight/budget.yaml').slice(0, 5)
    faults.push(
      ...grown.map(([path, gained]) => `  ${path} has grown by ${gained} lines since the budget changed.`),
    )
  }
}

async function checkBytes(): Promise<void> {
  for (const [name, bundle] of Object.entries(budget.bundles)) {
    const { size, later, unwanted } = await bundleSize(bundle)
    compare('bytes', name, size, bundle)
    if (later > 0)
      console.log(`${later.toLocaleString('en-US').padStart(11)} more when they are first asked for`)
    for (const needle of unwanted) faults.push(`${name} brings \`${needle}\` with it.`)
  }
  const tarballs = await tarballSizes()
  for (const name of new Set([...tarballs.keys(), ...Object.keys(budget.tarballs)])) {
    const { size, packedMaps = 0 } = tarballs.get(name) ?? {}
    compare('bytes', name, size, budget.tarballs[name])
    console.log(`${packedMaps.toLocaleString('en-US').padStart(11)} more of source maps`)
  }
  const sdk = tarballs.get('@event-delivery/sdk')?.unpackedSize ?? 0
  const brought = await dependencies('src')
  const development = await developmentInstallation()
  const installed: Record<string, [unit: string, weight: number]> = {
    'npm install @event-delivery/sdk, packages': ['packages', 1 + brought.packages],
    'npm install @event-delivery/sdk, bytes': ['bytes', sdk + brought.bytes],
    'npm ci, packages': ['packages', development.packages],
    'npm ci, bytes': ['bytes', development.bytes],
  }
  for (const [name, [unit, weight]] of Object.entries(installed)) {
    compare(unit, name, weight, budget.installations[name])
  }
}

checkLines()
await checkBytes()
if (faults.length > 0) {
  console.error(
    `\n${faults.join('\n')}\n\nMake it lighter, or raise the budget in a commit of its own that says what it pays for.`,
  )
  process.exitCode = 1
}

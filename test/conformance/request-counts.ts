// Counts what each check sends to the reference backend: `npx tsx test/conformance/request-counts.ts` writes the figures
// that --dry-run tells, with --check it fails where they have drifted.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { checks, runChecks, type Check, type Mode } from '@event-delivery/conformance'
import { plantCheck } from '../contract/checks/events/idempotency-window'
import { createTarget } from '../support/backend'

/** Requests and writes of a check. */
type Count = [requests: number, writes: number]

const path = fileURLToPath(new URL('../contract/command/request-counts.json', import.meta.url))
const planting = plantCheck(async () => undefined)

/** What each check of a run sends, what all of them need counted for the first. */
export async function countRun(mode: Mode, run: readonly Check[] = checks): Promise<Record<string, Count>> {
  const counts: Record<string, Count> = {}
  let current = ''
  // As over the network: nothing moves the clock, and only mode full has a receiver.
  const whole = createTarget()
  const target = { ...whole, advance: undefined, receiver: mode === 'full' ? whole.receiver : undefined }
  const fetch = (request: Request) => {
    const counted = (counts[current] ??= [0, 0])
    counted[0] += 1
    if (request.method !== 'GET') counted[1] += 1
    return target.fetch(request)
  }
  await runChecks({ ...target, fetch }, run, { mode, onStart: ({ id }) => void (current = id) })
  return counts
}

/** For each mode a line a check: what it sends within a run of all, and what by itself. */
async function countAll(): Promise<Record<Mode, Record<string, Count[]>>> {
  const all = { 'read-only': {}, 'non-disruptive': {}, full: {} } as Record<Mode, Record<string, Count[]>>
  for (const [mode, lines] of Object.entries(all) as [Mode, Record<string, Count[]>][]) {
    const together = await countRun(mode)
    for (const check of checks) {
      const [within, alone] = [together[check.id], (await countRun(mode, [check]))[check.id]]
      // What this mode does not judge sends nothing but what finds the deployment.
      if (within) lines[check.id] = [within, alone ?? within]
    }
    const planted = (await countRun(mode, [planting]))[planting.id]
    if (planted && mode !== 'read-only') lines[`${planting.id} planted`] = [planted, planted]
  }
  return all
}

function written(counts: Awaited<ReturnType<typeof countAll>>): string {
  const modes = Object.entries(counts).map(([mode, lines]) => {
    const each = Object.entries(lines).map(([id, pair]) => `    "${id}": [${pair.flat().join(', ')}]`)
    return `  "${mode}": {\n${each.join(',\n')}\n  }`
  })
  return `{\n${modes.join(',\n')}\n}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = written(await countAll())
  if (!process.argv.includes('--check')) await writeFile(path, text)
  else if ((await readFile(path, 'utf8')) !== text) {
    console.error(`${path} has drifted: npx tsx test/conformance/request-counts.ts`)
    process.exitCode = 1
  }
}

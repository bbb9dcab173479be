import { markdownTable } from '../../../openapi/generate/markdown'
import { readBudget, type Allowance } from '../weight/budget'

const product = /^(?:openapi|src|mock|test\/contract)(?:\/|$)/

/** The tables of the weight, for the page on the architecture. */
export function weightTables(): string {
  const { lines, bundles, tarballs, installations } = readBudget()
  const rooms = Object.entries(lines)
  const sum = (isCounted: (room: string) => boolean) =>
    rooms.reduce((total, [room, { most }]) => total + (isCounted(room) ? most : 0), 0).toLocaleString('en-US')
  const totals = [
    ['**product**', sum((room) => product.test(room)), 'SDK, mock, suite and generator together.'],
    ['**tests and tools**', sum((room) => !product.test(room)), 'What proves the product, and measures it.'],
  ]
  return [
    markdownTable(['room', 'code lines', 'for'], [...rowsOf(lines), ...totals]),
    markdownTable(['bundle, minified and gzipped', 'bytes', 'for'], rowsOf(bundles)),
    markdownTable(['tarball', 'bytes', 'for'], rowsOf(tarballs)),
    markdownTable(['installation', 'packages or bytes', 'for'], rowsOf(installations)),
  ].join('\n\n')
}

const rowsOf = (allowances: Readonly<Record<string, Allowance>>) =>
  Object.entries(allowances).map(([name, allowance]) => [
    `\`${name}\``,
    allowance.most.toLocaleString('en-US'),
    allowance.for,
  ])

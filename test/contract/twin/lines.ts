import { oneLine } from '../reports/inert'
import { undelivered, type ExplainedDifference } from './compare-conversations'
import type { Comparison } from './comparison'

/** The most characters of a value that are shown. */
const shown = 160

/** The remedy for a delivery of the deployment that did not come. */
const remedy =
  'the deployment has to reach the receiver (--receiver-url) and to trust its certificate (--receiver-ca-out)'

/** A comparison as lines for people: every difference, and the score last. */
export function comparisonLines({ exchanges, total, alike, left }: Comparison): string[] {
  const differing = exchanges.filter(({ differences }) => differences.length > 0)
  const blocks = differing.flatMap(({ name, title, differences }) => [
    `${name}: ${title}`,
    ...differences.flatMap(differenceLines),
  ])
  const leftover =
    left.length > 0 ? [`These webhooks could not be deleted: ${left.map(oneLine).join(', ')}.`] : []
  return [...blocks, ...leftover, scoreLine(alike, total)]
}

/** How many exchanges are alike, as one line. */
export function scoreLine(alike: number, total: number): string {
  const percent = total === 0 ? 0 : Math.floor((100 * alike) / total)
  return `${alike} of ${total} exchanges alike (${percent} %).`
}

function differenceLines({ where, live, twin, field }: ExplainedDifference): string[] {
  const hint = field === undefined ? [] : [`    expressed by: ${field}`]
  const help = where === 'delivery' && live === undelivered ? [`    help: ${remedy}`] : []
  return [`  ${where}`, `    live: ${excerpt(live)}`, `    twin: ${excerpt(twin)}`, ...hint, ...help]
}

function excerpt(text: string): string {
  const line = oneLine(text)
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

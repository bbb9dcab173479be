import { checks } from '../checks/index'
import { readJson } from '../../../src/core/commands/files'
import { UsageError } from '../../../src/core/commands/usage-error'
import { didYouMean } from '../../../src/core/nearest'
import type { KnownFailure } from '../engine/options'

/**
 * Reads `{ "known": [{ "check" or "rule", "reason", "until": "2026-12-31" }] }`. Throws a `UsageError` that names the
 * entry that is wrong.
 */
export function readBaseline(path: string): KnownFailure[] {
  const value = readJson('--baseline', path)
  const { known, $schema: _schema, ...others } = (value ?? {}) as Record<string, unknown>
  const [stray] = Object.keys(others)
  if (stray !== undefined)
    throw new UsageError(`--baseline ${path} has an unknown field ${stray}. It has "known".`)
  if (!Array.isArray(known)) throw new UsageError(`--baseline ${path} has no list "known": { "known": [] }.`)
  return known.map((entry: unknown, index) => {
    const wrong = problem(entry)
    if (wrong) throw new UsageError(`--baseline ${path}: entry ${index + 1} ${wrong}`)
    return entry as KnownFailure
  })
}

const fields = ['check', 'rule', 'reason', 'until']
const ids = checks.map(({ id }) => id)

function problem(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'is no object.'
  const { check, rule, reason, until } = entry as Partial<Record<string, unknown>>
  const extra = Object.keys(entry).find((name) => !fields.includes(name))
  if (extra !== undefined) return `has an unknown field ${extra}.${didYouMean(extra, fields)}`
  if ((check === undefined) === (rule === undefined))
    return 'names no check and no rule, or both: it takes one.'
  const [name, names] = check === undefined ? [rule, checks.flatMap(({ rules }) => rules)] : [check, ids]
  if (typeof name !== 'string') return 'names something that is no text.'
  if (!names.includes(name)) return `names ${name}, which does not exist.${didYouMean(name, names)}`
  if (typeof reason !== 'string' || reason.trim() === '') return 'gives no reason.'
  if (typeof until !== 'string' || !isDay(until)) return 'has no last day "until", as 2026-12-31.'
  return undefined
}

/** Whether a text is a day of the calendar. `Date` takes a 31st of February for a day in March, and years of six digits. */
function isDay(text: string): boolean {
  const day = new Date(text)
  return /^\d{4}-/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

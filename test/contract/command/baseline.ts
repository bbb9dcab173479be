import { checks } from '../checks/index'
import { FileError, readText } from './files'
import type { KnownFailure } from '../engine/baseline'

/**
 * Reads `{ "known": [{ "check" or "rule", "reason", "until": "2026-12-31" }] }`. Throws a `FileError` that names the
 * entry that is wrong.
 */
export async function readBaseline(path: string): Promise<KnownFailure[]> {
  const text = await readText('--baseline', path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new FileError(`--baseline ${path} is no JSON.`)
  }
  const { known } = (value ?? {}) as { known?: unknown }
  if (!Array.isArray(known)) throw new FileError(`--baseline ${path} has no list "known".`)
  return known.map((entry: unknown, index) => {
    const wrong = problem(entry)
    if (wrong) throw new FileError(`--baseline ${path}: entry ${index + 1} ${wrong}.`)
    return entry as KnownFailure
  })
}

function problem(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return 'is no object'
  const { check, rule, reason, until } = entry as Partial<Record<string, unknown>>
  const extra = Object.keys(entry).find((name) => !['check', 'rule', 'reason', 'until'].includes(name))
  if (extra !== undefined) return `has an unknown field ${extra}`
  if ((check === undefined) === (rule === undefined)) return 'names either a check or a rule'
  const exists = checks.some(({ id, rules }) => id === check || rules.includes(String(rule)))
  if (!exists) return `names ${String(check ?? rule)}, which does not exist`
  if (typeof reason !== 'string' || reason.trim() === '') return 'gives no reason'
  if (typeof until !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))) {
    return 'has no last day "until", as 2026-12-31'
  }
  return undefined
}

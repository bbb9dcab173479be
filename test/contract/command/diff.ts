import { asDialect } from './dialect-file'
import { readJson } from './files'
import { UsageError } from './usage-error'
import type { Dialect } from '../../../generated/dialect'
import type { Report } from '../engine/report'

/** One side of a comparison: a dialect, or a report with its dialect and results. */
interface Subject {
  dialect: Dialect
  report?: Report
}

/**
 * Reads two dialects or reports and resolves to a line for each difference. Throws a `UsageError` where a file is
 * neither.
 */
export async function diffFiles(a: string, b: string): Promise<string[]> {
  return differences(await readSubject(a), await readSubject(b))
}

/** The differences of two deployments or runs. A dialect beside a report is compared with the report's dialect. */
export function differences(a: Subject, b: Subject): string[] {
  const lines = fields(a.dialect, b.dialect, 'dialect')
  if (!a.report || !b.report) return lines
  const [before, after] = [results(a.report), results(b.report)]
  const ids = new Set([...before.keys(), ...after.keys()])
  const changed = [...ids].filter((id) => before.get(id) !== after.get(id))
  const checks = changed.map((id) => change(id, before.get(id) ?? 'not run', after.get(id) ?? 'not run'))
  const verdict =
    a.report.verdict === b.report.verdict ? [] : [change('verdict', a.report.verdict, b.report.verdict)]
  const mode = a.report.mode === b.report.mode ? [] : [change('mode', a.report.mode, b.report.mode)]
  return [...mode, ...verdict, ...lines, ...checks]
}

function fields(a: object, b: object, place: string): string[] {
  const [before, after] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [left, right] = [before.get(name) as unknown, after.get(name) as unknown]
    if (isObject(left) && isObject(right)) return fields(left, right, `${place}.${name}`)
    const [shownLeft, shownRight] = [show(left), show(right)]
    return shownLeft === shownRight ? [] : [change(`${place}.${name}`, shownLeft, shownRight)]
  })
}

/** The status of each check with the rules that it found broken: failing for another rule is a difference, too. */
function results({ checks }: Report): Map<string, string> {
  return new Map(
    checks.map(({ id, status, violates }) => [id, violates ? `${status} (${violates.join(', ')})` : status]),
  )
}

function change(name: string, before: string, after: string): string {
  return `${name}: ${before} -> ${after}`
}

function show(value: unknown): string {
  return value === undefined ? 'not seen' : typeof value === 'string' ? value : JSON.stringify(value)
}

function isResult(value: unknown): boolean {
  return isObject(value) && 'id' in value && 'status' in value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

async function readSubject(path: string): Promise<Subject> {
  const value = await readJson('diff', path)
  const { checks, dialect } = (value ?? {}) as Partial<Report>
  if (checks === undefined) return { dialect: asDialect('diff', path, value) }
  const whole = Array.isArray(checks) && checks.every(isResult) && isObject(dialect)
  if (whole) return { dialect, report: value as Report }
  throw new UsageError(`diff ${path} is neither a dialect nor a report as --json writes it.`)
}

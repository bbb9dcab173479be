import { isRecord } from '../wire/json'
import { asDialect } from '../../../src/core/commands/dialect-file'
import { assertWritable, readJson, writeText } from '../../../src/core/commands/files'
import { comparisonToHtml, type ComparedSide } from '../reports/comparison-page'
import { differencesOf, type Subject } from '../reports/differences'
import { type Difference, foldedLine, unjudged } from '../reports/ranked-differences'
import { oneLine } from '../reports/inert'
import { UsageError } from '../../../src/core/commands/usage-error'
import type { Report } from '../engine/report'

/**
 * Reads two dialects or reports, writes the page that is asked for, and returns the differences. Throws a `UsageError` where a
 * file is neither, or the page cannot be written.
 */
export function diffFiles(before: string, after: string, html?: string): Difference[] {
  if (html !== undefined) assertWritable('--html', html)
  const [one, other] = [readSubject(before), readSubject(after)]
  const found = differencesOf(one, other)
  if (html !== undefined)
    writeText('--html', html, comparisonToHtml(sideOf(before, one), sideOf(after, other), found))
  return found
}

/**
 * A line for each difference, as `dialect.listOrder: newest-first -> oldest-first`. All fields, checks and rules that one side did not judge share
 * one line.
 */
export function diffLines(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'They are the same.'
  const shown = differences.filter(({ group }) => group !== unjudged)
  const lines = shown.map(({ name, before, after }) => oneLine(`${name}: ${before} -> ${after}`))
  return [...lines, ...foldedLine(differences)].join('\n')
}

function sideOf(name: string, { report }: Subject): ComparedSide {
  return report ? { name, detail: `${report.target.baseUrl}, mode ${report.mode}` } : { name }
}

function readSubject(path: string): Subject {
  const value = readJson('diff', path)
  const { checks, dialect, target } = (value ?? {}) as Partial<Report>
  if (checks === undefined) return { dialect: asDialect('diff', path, value) }
  const whole = Array.isArray(checks) && checks.every(isResult) && isRecord(dialect) && isRecord(target)
  if (whole) return { dialect, report: value as Report }
  throw new UsageError(`diff ${path} is neither a dialect nor a report as --json writes it.`)
}

function isResult(value: unknown): boolean {
  return (
    isRecord(value) && 'id' in value && 'status' in value && 'rules' in value && Array.isArray(value.rules)
  )
}

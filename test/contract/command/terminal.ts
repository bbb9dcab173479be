import { explain } from '../reports/explain'
import { count, headlineOf, knownFailures, reasonOfVerdict } from '../reports/appearance'
import { byReason, findingsOf, nameOf, type Finding } from '../reports/findings'
import { describeMissing } from '../reports/missing-flags'
import { inert, oneLine } from '../reports/inert'
import { runsAlone } from '../reports/rerun'
import type { Check } from '../engine/check'
import type { CheckResult, Report } from '../engine/report'

const marks: Readonly<Record<CheckResult['status'], string>> = {
  passed: 'ok',
  failed: 'FAILED',
  warned: 'warning',
  observed: 'observed',
  'not-applicable': '-',
  'could-not-run': 'COULD NOT RUN',
  errored: 'ERROR',
}

/** The result of a check as one plain line, so that a log can be read as it grows. */
export function progressLine(result: CheckResult, index: number, total: number): string {
  const place = `${String(index).padStart(String(total).length)}/${total}`
  const seen = result.status === 'observed' && result.message ? `  ${result.message}` : ''
  return inert(oneLine(`${place}  ${marks[result.status].padEnd(14)}${result.id}${seen}`))
}

/**
 * The findings, the checks that were not judged, and the verdict as the last line. `hint` says which variables the commands in a
 * text need.
 */
export function conclusion(
  report: Report,
  rerun: (id: string) => string,
  hint: (text: string) => string | undefined = () => undefined,
): string {
  const parts: string[] = []
  for (const finding of findingsOf(report)) parts.push(block(finding, rerun))
  const needed = hint(parts.join('\n'))
  if (needed !== undefined) parts.push(needed)
  // The reason why nothing could be reached stands beside the verdict.
  const open = byReason(report.checks, 'could-not-run').filter(([{ message }]) => message !== report.error)
  if (open.length > 0) parts.push(['Could not be judged:', ...open.map(reasonLine)].join('\n'))
  const rest = byReason(report.checks, 'not-applicable')
  if (rest.length > 0)
    parts.push(['Not judged, as this run was not asked to:', ...rest.map(reasonLine)].join('\n'))
  if (report.verdict === 'incomplete' && report.summary.couldNotRun === 0)
    parts.push(oneLine(reasonOfVerdict(report)))
  parts.push(...brokenLines(report), verdictLine(report))
  return parts.join('\n\n')
}

/** The verdict, the mode, how many rules were judged of how many, and the flags that would have more of them judged. */
export function verdictLine(report: Report): string {
  const { mode, summary, durationMs, error } = report
  const known = knownFailures(report)
  const excused = known ? ` with ${count(known.number, 'known failure')} until ${known.until}` : ''
  const { judged, total } = summary.coverage
  const { title, words } = headlineOf(report)
  const [said, coverage] =
    words === title ? [report.verdict, `, ${judged} of ${total} rules judged`] : [words.toLowerCase(), '']
  const counts = [
    ...(['passed', 'failed', 'warned', 'observed'] as const).map((name) => `${summary[name]} ${name}`),
    `${summary.couldNotRun} could not run`,
    `${summary.notApplicable} not applicable`,
  ].join(', ')
  const missing = describeMissing(report)
  const more = missing === undefined ? '' : `; ${missing}`
  const line = `${said}${excused}: mode ${mode}${coverage}, ${counts}, ${(durationMs / 1000).toFixed(1)} s${more}`
  return error === undefined ? line : `${oneLine(error)}\n${line}`
}

/** The checks, one a line, for `--list`. */
export function listLines(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ id }) => id.length))
  const lines = checks.map(({ id, level, mode, rules: ids, title }) =>
    [id.padEnd(width), level.padEnd(7), mode.padEnd(14), ids.join(',').padEnd(11), title].join('  '),
  )
  return lines.join('\n')
}

/** One cause: the rules in plain words, what the best check says of it, and the other checks that saw it. */
function block({ rules, first, others }: Finding, rerun: (id: string) => string): string {
  const again = runsAlone(first.id) ? [`again:    ${rerun(first.id)}`] : []
  const lines = [
    ...rules.map(({ id, rule }) => `rule:     ${id} ${rule}`),
    ...explain(first).split('\n'),
    ...again,
    ...others.slice(0, mostOthers).map(({ id, message }) => oneLine(`also by:  ${id}: ${message}`)),
    ...(others.length > mostOthers ? [`also by:  ${others.length - mostOthers} more`] : []),
  ]
  return [`${first.id}: ${first.title}`, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** The rules that are broken, in plain words, so that the last lines of a run say them. */
function brokenLines(report: Report): string[] {
  const broken = findingsOf(report).filter(({ first }) => first.status === 'failed')
  if (broken.length === 0) return []
  const lines = broken.slice(0, mostNamed).map((finding) => {
    const { mark, words } = nameOf(finding)
    return oneLine(`  ${mark}  ${words}`)
  })
  const left = broken.length - lines.length
  return [['Broken:', ...lines, ...(left > 0 ? [`  and ${left} more`] : [])].join('\n')]
}

/** The most further checks that are named with a finding, and the most broken rules beside the verdict. */
const [mostOthers, mostNamed] = [4, 10]

/** A line for all results that have the same reason. */
function reasonLine(results: readonly [CheckResult, ...CheckResult[]]): string {
  const [{ message, remedy }] = results
  const reason = `${message}${remedy ? ` Judged by: ${remedy}` : ''}`
  const named = results.slice(0, 4).map(({ id }) => id)
  const more = results.length > 4 ? ` and ${results.length - 4} more` : ''
  return `  ${oneLine(reason)} (${named.join(', ')}${more})`
}

import { groupBy } from './group-by'
import { count } from './appearance'
import { rules } from '../../../generated/rules'
import { visibleLines } from '../../../src/core/visible'
import type { CheckResult, Report } from '../engine/report'

/** GitHub shows ten annotations of a kind for each step, and drops the rest. */
const mostShown = 10

/**
 * The findings of a run as workflow commands of GitHub Actions, which makes annotations of them: one for each rule that is
 * broken, or not followed. Texts of the service are escaped, so that none of them becomes a command.
 *
 * @example
 * for (const line of reportToAnnotations(report)) console.log(line)
 */
export function reportToAnnotations(report: Report): string[] {
  const by = (...statuses: CheckResult['status'][]) =>
    report.checks.filter(({ status }) => statuses.includes(status))
  const lines = [
    ...commands('error', by('failed', 'errored')),
    ...commands('warning', by('warned', 'could-not-run')),
  ]
  return report.error === undefined ? lines : [command('error', 'The run', report.error), ...lines]
}

function commands(level: 'error' | 'warning', results: readonly CheckResult[]): string[] {
  const groups = [...groupBy(results, ({ violates, message, id }) => violates?.[0] ?? (message || id))]
  const shown = groups.length > mostShown ? groups.slice(0, mostShown - 1) : groups
  const lines = shown.map(([mark, [first, ...others]]) => {
    const rule = rules.find(({ id }) => id === mark)
    const title = rule ? `${rule.id} ${rule.rule}` : (first?.title ?? mark)
    const more = others.length === 0 ? '' : ` And ${count(others.length, 'more check')}.`
    return command(level, title, `${first?.message} (${first?.id})${more}`)
  })
  const left = groups.length - shown.length
  return left === 0 ? lines : [...lines, command(level, `${left} more`, 'The report has all findings.')]
}

function command(level: 'error' | 'warning', title: string, message: string): string {
  return `::${level} title=${escapeProperty(title)}::${escapeData(message)}`
}

/** Escapes what ends a command or begins another one. */
function escapeData(text: string): string {
  return visibleLines(text).replace(/%/g, '%25').replace(/\n/g, '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
}

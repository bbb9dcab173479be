import { byReason, findingsOf, type Finding } from './findings'
import { count } from './appearance'
import { visibleLines } from '../../../src/core/visible'
import type { Report } from '../engine/report'

/** GitHub shows ten annotations of a kind for each step, and drops the rest. */
const mostShown = 10

/**
 * The findings of a run as workflow commands of GitHub Actions, which makes annotations of them: one for each cause for which
 * it blames the service. Texts of the service are escaped, so that none of them becomes a command.
 *
 * @example
 * for (const line of reportToAnnotations(report)) console.log(line)
 */
export function reportToAnnotations(report: Report): string[] {
  const found = findingsOf(report)
  const open = byReason(report.checks, 'could-not-run')
  const unjudged = open.map(([first, ...others]) => ({ rules: [], first, others }))
  const lines = [
    ...commands('error', found.filter(isGrave)),
    ...commands('warning', [...found.filter((one) => !isGrave(one)), ...unjudged]),
  ]
  return report.error === undefined ? lines : [command('error', 'The run', report.error), ...lines]
}

const isGrave = ({ first }: Finding) => first.status !== 'warned'

function commands(level: 'error' | 'warning', findings: readonly Finding[]): string[] {
  const shown = findings.length > mostShown ? findings.slice(0, mostShown - 1) : findings
  const lines = shown.map(({ rules: [rule], first, others }) => {
    const more = others.length === 0 ? '' : ` And ${count(others.length, 'more check')}.`
    const differs = first.difference === undefined ? '' : ` ${first.difference}`
    const message = `${first.message}${differs} (${first.id})${more}`
    return command(level, rule ? `${rule.id} ${rule.rule}` : first.title, message)
  })
  const left = findings.length - shown.length
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

import { count, countStates, headlineOf, reasonOfVerdict, seconds, statuses } from './appearance'
import { byReason, findingsOf, nameOf } from './findings'
import { judgeRules, type JudgedRule } from '../engine/verdict'
import { visibleLines } from '../../../src/core/visible'
import type { Report } from '../engine/report'

/** The most characters of a service's text in a line, so that one answer cannot fill a pull request. */
const longest = 300

/**
 * Writes a report as a short Markdown text, for a pull request or the summary of a job. Texts of the service are escaped:
 * they make no link, mention nobody and break no table.
 *
 * @example
 * await appendFile(process.env.GITHUB_STEP_SUMMARY, reportToMarkdown(report))
 */
export function reportToMarkdown(report: Report): string {
  const judged = judgeRules(report.checks)
  const { target, mode, durationMs, summary, suite } = report
  const facts = [
    escapeMarkdown(target.baseUrl),
    `mode ${mode}`,
    `${summary.coverage.judged} of ${count(summary.coverage.total, 'rule')} judged`,
    seconds(durationMs),
    `suite ${suite.version}`,
  ]
  const parts = [
    `### Event delivery: ${headlineOf(report).words.toLowerCase()}`,
    escapeMarkdown(reasonOfVerdict(report)),
    facts.join(' · '),
    ...(report.error === undefined ? [] : [`> ${escapeMarkdown(report.error)}`]),
    ...findings(report),
    ...unjudged(report),
    stateTable(judged),
  ]
  return `${parts.join('\n\n')}\n`
}

/** A line for each finding, with the check that shows it best. */
function findings(report: Report): string[] {
  const found = findingsOf(report)
  if (found.length === 0) return []
  const rows = found.map((finding) => {
    const { first, others } = finding
    const { mark, words } = nameOf(finding)
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'more check')}`
    const seen = [first.message, first.difference].filter(Boolean).map((text) => escapeMarkdown(text ?? ''))
    const { said } = statuses[first.status]
    return [said, mark, escapeMarkdown(words), `${seen.join(' ')} (\`${first.id}\`${more})`]
  })
  return [table(['', 'rule', 'what it says', 'what was seen'], rows)]
}

/** The reasons for which checks could not run, each with the flag that helps. */
function unjudged({ checks }: Report): string[] {
  const lines = byReason(checks, 'could-not-run').map((results) => {
    const [{ message, remedy }] = results
    const how = remedy === undefined ? '' : ` To have it judged: \`${remedy.replaceAll('`', "'")}\``
    return `- ${escapeMarkdown(message)} (${count(results.length, 'check')})${how}`
  })
  if (lines.length === 0) return []
  return [`Could not be judged:\n\n${lines.join('\n')}`]
}

function stateTable(judged: readonly JudgedRule[]): string {
  const rows = countStates(judged).map(({ said, number }) => [said, String(number)])
  return table(['rules', 'number'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Makes plain text of a text that anybody may have written: on one line, bounded, without a sign that Markdown reads. */
function escapeMarkdown(text: string): string {
  const line = visibleLines(text).replace(/\s+/g, ' ').trim()
  const shown = line.length > longest ? `${line.slice(0, longest)}…` : line
  return (
    shown
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
      // A mention, an issue's number or a bare address would become a link.
      .replace(/@/g, '&#64;')
      .replace(/:\/\//g, '&#58;//')
  )
}

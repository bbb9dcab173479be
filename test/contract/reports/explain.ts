import { oneLine } from './inert'
import type { CheckResult } from '../engine/report'

/**
 * Writes a result as text: what is wrong, what the rule wants, what came, where both first differ, the clause, and the request that
 * shows it. Each has one line,
 * whatever a deployment put into it.
 *
 * @example
 * for (const result of report.checks) if (result.status === 'failed') console.error(explain(result))
 */
export function explain(result: CheckResult): string {
  const lines = [`${result.status}: ${result.message}`]
  if (result.difference !== undefined) lines.push(`differs:  ${result.difference}`)
  if (result.expected !== undefined) lines.push(`wanted:   ${result.expected}`)
  if (result.received !== undefined) lines.push(`received: ${result.received}`)
  if (result.violates && result.restsOn !== undefined) lines.push(`clause:   ${result.restsOn}`)
  const exchange = result.evidence.filter((one) => 'request' in one).at(-1)
  if (exchange) {
    lines.push(`sent:     ${exchange.request}`)
    if (exchange.response) lines.push(`answer:   ${exchange.response.status} ${exchange.response.body}`)
    else if (exchange.failure) lines.push(`answer:   none, ${exchange.failure}`)
  }
  const last = result.evidence.at(-1)
  if (last && 'delivery' in last)
    lines.push(`delivery: ${last.delivery.method} ${last.delivery.path} ${last.delivery.body}`)
  if (result.remedy !== undefined) lines.push(`judged by: ${result.remedy}`)
  return lines.map(oneLine).join('\n')
}

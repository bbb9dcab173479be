import { count, seconds } from './appearance'
import { parseJson } from '../wire/json'
import { folded, html, prose, type Markup } from './markup'
import type { DeliveryEvidence, Evidence, CheckResult } from '../engine/report'
import type { ExchangeEvidence } from '../wire/exchange'

/** One exchange or delivery as a reader follows it: the request as a command, and the answer to it. */
export function evidenceMarkup(evidence: Evidence): Markup {
  return 'delivery' in evidence ? delivery(evidence) : exchange(evidence)
}

function exchange({ request, response, failure, durationMs }: ExchangeEvidence): Markup {
  const answer = response
    ? html`<h4>Answer, after ${seconds(durationMs)}: <span class="status">${response.status}</span></h4>
        ${response.body === '' ? html`<p class="id">no body</p>` : html`<pre>${formatJson(response.body)}</pre>`}
        ${headerList(response.headers)}`
    : html`<h4>No answer</h4>
        <pre>${failure ?? 'The check ended before one came.'}</pre>`
  return html`<h4>Sent</h4>
    <pre class="pick">${request}</pre>
    ${answer}`
}

function delivery({ delivery: { method, path, headers, body } }: DeliveryEvidence): Markup {
  return html`<h4>Delivered</h4>
    <pre>${`${method} ${path}\n\n${formatJson(body)}`}</pre>
    ${headerList(headers)}`
}

function headerList(headers: Readonly<Record<string, string>>): Markup | string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return lines.length === 0 ? '' : folded(count(lines.length, 'header'), html`<pre>${lines.join('\n')}</pre>`)
}

/** Formats JSON on several lines. Any other text, and JSON that would not survive it, stays as it is. */
export function formatJson(text: string): string {
  const value = parseJson(text)
  if (typeof value !== 'object') return text
  // Large numbers and repeated keys do not survive parsing.
  const isSame = JSON.stringify(value) === text.replace(/(?<=[,:[{])\s+|\s+(?=[,:\]}])/g, '')
  return isSame ? JSON.stringify(value, undefined, 2) : text
}

/** The clause of the interface that a check rests on, and the choices that this clause leaves to a deployment. */
export function clauseMarkup({ restsOn, leavesOpen }: CheckResult): Markup {
  const line = (words: string, text: string | undefined) =>
    text === undefined ? '' : html`<p class="law"><b>${words}</b>${prose(text)}</p>`
  return html`${line('Rests on', restsOn)}${line('Leaves open', leavesOpen)}`
}

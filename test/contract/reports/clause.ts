import { html, prose, type Markup } from './markup'
import type { CheckResult } from '../engine/report'

/** The clause of the interface that a check rests on, and the choices that this clause leaves to a deployment. */
export function clauseMarkup({ restsOn, leavesOpen }: CheckResult): Markup {
  const line = (words: string, text: string | undefined) =>
    text === undefined ? '' : html`<p class="law"><b>${words}</b>${prose(text)}</p>`
  return html`${line('Rests on', restsOn)}${line('Leaves open', leavesOpen)}`
}

import type { RequestEntry } from '../../journal/entry'
import { requestActs } from '../acts/slots'
import { duration as durationOf, readable } from '../text/times'
import { Chip, toneOfStatus } from '../ui/chip'
import { faultInWords } from '../text/fault-words'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'
import { Visible } from '../ui/visible'
import { ExplanationDetail } from './explanation-detail'

/** A request of its own, such as a refused one. */
export function RequestDetail({ request }: { request: RequestEntry }) {
  const { method, path, at, status } = request
  return (
    <article>
      <header class="detail-head">
        <div class="head-line">
          <h2 class="route-title">
            <Visible text={`${method} ${path}`} />
          </h2>
          <Chip tone={toneOfStatus(status)} text={String(status)} />
        </div>
        <p class="faint ids">{readable(at)} UTC</p>
      </header>
      <ExplanationDetail request={request} />
      <Exchange request={request} />
    </article>
  )
}

/** A request and its answer, side by side where there is room. */
export function Exchange({ request }: { request: RequestEntry }) {
  const { duration, headers, body, answer, key, mode, fault, aborted, address } = request
  const notes = [
    key && (key.name === '' ? key.id : `key ${key.name}`),
    mode,
    `${durationOf(duration)}`,
    address && `from ${address}`,
    fault && faultInWords(fault),
    aborted && 'the client ended the connection first',
    request.replayed && 'repeated: the event was there already',
  ]
  return (
    <div class="exchange">
      <p class="faint">
        <Visible text={notes.filter(Boolean).join(' · ')} />
      </p>
      <div class="acts">
        {requestActs.map((Act, place) => (
          <Act key={place} request={request} />
        ))}
      </div>
      <div class="sides">
        <section>
          <h4>Request</h4>
          <HeaderTable headers={headers} />
          {body !== undefined && <Payload title="Request body" text={body} />}
        </section>
        <section>
          <h4>Answer</h4>
          {answer === undefined ? (
            <p class="faint">The answer had no body.</p>
          ) : (
            <Payload title="Answer body" text={answer} />
          )}
        </section>
      </div>
    </div>
  )
}

import { eventActs } from '../acts/slots'
import type { RequestEntry } from '../../journal/entry'
import { summaryOf } from '../list/summary'
import { deliveriesOf, type EventRow } from '../store/row'
import { readable, timeOfDay } from '../text/times'
import { Chip, toneOfStatus } from '../ui/chip'
import { CopyButton } from '../ui/copy-button'
import { Payload } from '../ui/payload'
import { Visible } from '../ui/visible'
import { DeliveryDetail } from './delivery-detail'
import { Exchange } from './request-detail'

/** An event from the request that created it to the last attempt to deliver it. */
export function EventDetail({ row }: { row: EventRow }) {
  const deliveries = deliveriesOf(row)
  const { tone, mark } = summaryOf(row)
  const payload = row.requests[0]?.answer ?? row.attempts[0]?.body
  return (
    <article>
      <header class="detail-head">
        <div class="head-line">
          <h2>
            <Visible text={row.type} />
          </h2>
          <Chip tone={tone} text={mark} />
        </div>
        <p class="faint ids">
          <code>{row.id}</code>
          <CopyButton label="Copy" name="Copy the id" text={row.id} />
          <span>{[`${readable(row.at)} UTC`, row.mode].filter(Boolean).join(' · ')}</span>
        </p>
      </header>
      <div class="acts">
        {eventActs.map((Act, place) => (
          <Act key={place} row={row} />
        ))}
      </div>
      <ol class="thread">
        <li>
          <h3>{deliveries.length === 1 ? '1 delivery' : `${deliveries.length} deliveries`}</h3>
          {deliveries.length === 0 && <NoAttempt mode={row.mode} />}
          {deliveries.map((delivery) => (
            <DeliveryDetail key={delivery.id} delivery={delivery} />
          ))}
        </li>
        {payload !== undefined && (
          <li>
            <Payload title="Event" text={payload} />
          </li>
        )}
        {row.requests.map((request) => (
          <li key={request.number}>
            <RequestOfEvent request={request} />
          </li>
        ))}
      </ol>
    </article>
  )
}

/** Says why there may be no attempt. */
function NoAttempt({ mode }: { mode?: 'live' | 'test' }) {
  return (
    <p class="faint">
      {mode === 'test'
        ? 'Test keys send nothing to live webhooks, and no attempt was made.'
        : 'No attempt was made: no webhook had subscribed to this type, or the attempt is still to come.'}
    </p>
  )
}

/** A request that created the event, or got it back: a line, and all of it once it is opened. */
function RequestOfEvent({ request }: { request: RequestEntry }) {
  const { method, path, at, status, replayed } = request
  return (
    <details class="request">
      <summary>
        <span class="count">
          <Visible text={`${method} ${path}`} />
        </span>
        <Chip tone={toneOfStatus(status)} text={String(status)} />
        <span class="faint note">{replayed ? 'repeated: the event was there already' : ''}</span>
        <span class="faint when">{timeOfDay(at)}</span>
      </summary>
      <Exchange request={request} />
    </details>
  )
}

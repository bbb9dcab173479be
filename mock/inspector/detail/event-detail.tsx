import { useState } from 'preact/hooks'
import type { RequestEntry } from '../../journal/entry'
import { LostBodies } from '../acts/compare-panel'
import { TextField } from '../acts/form/fields'
import { RedeliverEvent } from '../acts/resend'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { summaryOf } from '../list/summary'
import { type DeliveryOfRow, deliveriesOf, type EventRow, lostRequests, type StoredEvent } from '../store/row'
import { inBothTimes, timeOfDay } from '../text/times'
import { Payload } from '../ui/payload'
import { Chip, type Tone, toneOfStatus, Visible, VisibleUrl } from '../ui/text'
import { DeliveryDetail } from './delivery-detail'
import { DetailHead, Gone } from './head'
import { Exchange } from './request-detail'
import { Countdown, RetryNow } from './schedule'

/** An event from the request that created it to the last attempt to deliver it. */
export function EventDetail({ row }: { row: EventRow }) {
  const { tone, mark } = summaryOf(row)
  const payload = row.requests[0]?.answer ?? row.attempts[0]?.body
  return (
    <article>
      <DetailHead title={row.type} id={row.id} notes={[inBothTimes(row.at), row.mode]}>
        <Chip tone={tone} text={mark} />
      </DetailHead>
      <div class="acts">
        <RedeliverEvent row={row} />
      </div>
      <LostBodies found={lostRequests(row)} />
      {payload !== undefined && <Payload title="Event" text={payload} heading="h3" />}
      <ol class="thread">
        <li>
          <Deliveries all={deliveriesOf(row)} mode={row.mode} />
        </li>
        {row.requests.map((request) => (
          <li key={request.number}>
            <RequestOfEvent request={request} />
          </li>
        ))}
      </ol>
    </article>
  )
}

// So many deliveries are seen at a glance, and are opened all.
const few = 3
// More of them need a filter.
const many = 8

/** The deliveries of an event, those that fail first. Many are lines, of which one is opened. */
function Deliveries({ all, mode }: { all: readonly DeliveryOfRow[]; mode: EventRow['mode'] }) {
  const [words, setWords] = useState('')
  const failing = all.filter(({ last }) => last.outcome !== 'delivered')
  const sorted = [...failing, ...all.filter(({ last }) => last.outcome === 'delivered')]
  const shown = sorted.filter(({ url, webhookId }) => `${url} ${webhookId}`.includes(words))
  return (
    <>
      <h3>
        {all.length === 1 ? '1 delivery' : `${all.length} deliveries`}
        {failing.length > 0 && all.length > 1 && `, ${failing.length} of them failing`}
      </h3>
      {all.length === 0 && <NoAttempt mode={mode} />}
      {all.length > many && <TextField label="Only those to" name="url" value={words} onInput={setWords} />}
      {shown.map((delivery, index) => (
        <DeliveryDetail
          key={delivery.id}
          delivery={delivery}
          isOpenAtFirst={all.length <= few || (index === 0 && failing.length > 0)}
        />
      ))}
    </>
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
        <Visible as="span" class="count" text={`${method} ${path}`} />
        <Chip tone={toneOfStatus(status)} text={String(status)} />
        <span class="faint note">{replayed ? 'repeated: the event was there already' : ''}</span>
        <span class="faint when">{timeOfDay(at)}</span>
      </summary>
      <Exchange request={request} />
    </details>
  )
}

const tones: Record<string, Tone> = { delivered: 'good', abandoned: 'bad' }

/**
 * An event that has left the journal, or came with the data that the mock began with. Draws nothing while the page may still read its
 * entries.
 */
export function StoredEventDetail({ id }: { id: string }) {
  const { data, error } = useResource<StoredEvent>(`/__mock/events/${encodeURIComponent(id)}`)
  const { store } = useApp()
  if (error && !data) {
    const why = 'The mock does not hold it: it was reset, restored or restarted.'
    return <Gone title="This event is gone" why={why} />
  }
  if (!data || !store.isRead.value) return <p class="faint">Asking the mock …</p>
  const { event, mode, deliveries } = data
  return (
    <article>
      <DetailHead title={event.type} id={event.id} notes={[inBothTimes(event.created), mode]} />
      <p class="faint">The journal does not hold its entries any more. This is what the mock has stored.</p>
      <Payload title="Event" text={JSON.stringify(event)} heading="h3" />
      {deliveries.map(({ id: delivery, webhook, url, state, attempts, due }) => (
        <section class="card delivery" key={delivery} data-delivery={delivery}>
          <header>
            <Chip tone={tones[state] ?? 'odd'} text={state} />
            <h3>
              <VisibleUrl url={url ?? webhook} />
            </h3>
          </header>
          <div class="acts">
            {due !== undefined && <Countdown to={due} attempt={attempts + 1} />}
            <RetryNow delivery={delivery} isOver={due === undefined} />
          </div>
        </section>
      ))}
    </article>
  )
}

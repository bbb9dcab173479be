import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { RequestEntry } from '../../journal/entry'
import { eventActs } from '../acts/slots'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { summaryOf } from '../list/summary'
import { deliveriesOf, type EventRow } from '../store/row'
import { readable, timeOfDay } from '../text/times'
import { CopyButton } from '../ui/button'
import { Payload } from '../ui/payload'
import { Chip, type Tone, toneOfStatus, Visible, VisibleUrl } from '../ui/text'
import { DeliveryDetail } from './delivery-detail'
import { Exchange } from './request-detail'
import { Countdown, RetryNow } from './schedule'

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
        {eventActs.map((Act, index) => (
          <Act key={index} row={row} />
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

/** An event as `GET /__mock/events/:id` tells it. */
interface StoredEvent {
  event: { id: string; type: string; created: string; data: unknown }
  mode: 'live' | 'test'
  deliveries: { id: string; webhook: string; url: string; state: string; attempts: number; due?: string }[]
}

const tones: Record<string, Tone> = { delivered: 'good', abandoned: 'bad' }

/** An event that has left the journal, or came with the data that the mock began with. Nothing of it shows while its entries may still be read. */
export function StoredEventDetail({ id }: { id: string }) {
  const { data, error } = useResource<StoredEvent>(`/__mock/events/${encodeURIComponent(id)}`)
  const isPast = useJournalPast(data?.event.created)
  if (error && !data) {
    return (
      <div class="gone">
        <h2>This event is gone</h2>
        <p class="faint">The mock does not hold it: it was reset, restored or restarted.</p>
      </div>
    )
  }
  if (!data || !isPast) return <p class="faint">Asking the mock …</p>
  const { event, mode, deliveries } = data
  return (
    <article>
      <header class="detail-head">
        <h2>
          <Visible text={event.type} />
        </h2>
        <p class="faint ids">
          <code>{event.id}</code>
          <span>{readable(event.created)} UTC</span>
          <span>{mode}</span>
        </p>
      </header>
      <p class="faint">
        The journal does not hold its entries any more. This is what the mock has stored. Deliveries that have
        ended are known only while the journal holds an attempt of them.
      </p>
      <Payload title="Event" text={JSON.stringify(event)} />
      {deliveries.map(({ id: delivery, url, state, attempts, due }) => (
        <section class="card delivery" key={delivery} data-delivery={delivery}>
          <header>
            <Chip tone={tones[state] ?? 'odd'} text={state} />
            <h3>
              <VisibleUrl url={url} />
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

// Milliseconds of real time without an entry. The stream tells what the journal holds without a pause.
const pause = 1_000

/**
 * Whether the page has read the journal beyond a time, ISO 8601 in UTC: whatever it holds from before is known then. A journal that
 * tells nothing for a second counts as read, because its last entries may be of that very time.
 */
function useJournalPast(time: string | undefined): boolean {
  const { store } = useApp()
  const isQuiet = useSignal(false)
  const version = store.version.value
  const newest = store.rows.at(-1)?.at

  const isLive = store.link.value === 'live'

  useEffect(() => {
    if (!isLive) return
    const planned = setTimeout(() => (isQuiet.value = true), pause)
    return () => clearTimeout(planned)
  }, [isQuiet, isLive, version])

  return isQuiet.value || (time !== undefined && newest !== undefined && newest > time)
}

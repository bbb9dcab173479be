import { useResource } from '../frame/use-resource'
import { useJournalPast } from './use-journal-past'
import { readable } from '../text/times'
import { Chip, type Tone } from '../ui/chip'
import { Payload } from '../ui/payload'
import { Visible, VisibleUrl } from '../ui/visible'
import { Countdown } from './countdown'
import { RetryNow } from './retry-now'

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

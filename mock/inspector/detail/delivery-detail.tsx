import { deliveryActs } from '../acts/slots'
import { isFollowed, lastScheduled } from '../store/next-attempts'
import type { DeliveryOfRow } from '../store/row'
import { Chip, toneOfOutcome } from '../ui/chip'
import { Visible, VisibleUrl } from '../ui/visible'
import { AttemptDetail } from './attempt-detail'
import { Countdown } from './countdown'
import { RetryNow } from './retry-now'
import { Timeline } from './timeline'

/** A delivery of an event to one webhook. */
export function DeliveryDetail({ delivery }: { delivery: DeliveryOfRow }) {
  const { id, url, webhookId, attempts, last } = delivery
  const scheduled = lastScheduled(attempts)
  const pending = isFollowed(scheduled) ? scheduled : undefined
  return (
    <section class="card delivery" data-delivery={id}>
      <header>
        <Chip
          tone={toneOfOutcome[last.outcome]}
          text={last.outcome === 'failed' ? 'retrying' : last.outcome}
        />
        <h3>
          <VisibleUrl url={url} />
        </h3>
      </header>
      <p class="faint ids">
        <span>
          {webhookId} · {id}
        </span>
        {last.forwardedTo !== undefined && (
          <span>
            → <Visible text={last.forwardedTo} />
          </span>
        )}
      </p>
      {(attempts.length > 1 || pending) && <Timeline attempts={attempts} />}
      <div class="acts">
        {pending && <Countdown to={pending.next} attempt={pending.attempt + 1} />}
        {pending && <RetryNow delivery={id} />}
        {deliveryActs.map((Act, place) => (
          <Act key={place} delivery={delivery} />
        ))}
      </div>
      {attempts.map((attempt) => (
        <AttemptDetail key={attempt.number} attempt={attempt} />
      ))}
    </section>
  )
}

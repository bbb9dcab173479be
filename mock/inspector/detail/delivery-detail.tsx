import { deliveryActs } from '../acts/slots'
import type { DeliveryOfRow } from '../store/row'
import { Chip, toneOfOutcome } from '../ui/chip'
import { Visible } from '../ui/visible'
import { AttemptDetail } from './attempt-detail'
import { Countdown } from './countdown'
import { RetryNow } from './retry-now'
import { Timeline } from './timeline'

/** A delivery of an event to one webhook. */
export function DeliveryDetail({ delivery }: { delivery: DeliveryOfRow }) {
  const { id, url, webhookId, attempts, last } = delivery
  // An attempt by hand leaves the schedule as it is.
  const scheduled = attempts.filter(({ resent }) => !resent).at(-1)
  const next = scheduled?.next
  const isPending = scheduled?.outcome === 'failed' && next !== undefined
  return (
    <section class="card delivery" data-delivery={id}>
      <header>
        <Chip
          tone={toneOfOutcome[last.outcome]}
          text={last.outcome === 'failed' ? 'retrying' : last.outcome}
        />
        <h3>
          <Visible text={url} />
        </h3>
      </header>
      <p class="faint ids">
        {webhookId} · {id}
        {last.forwardedTo !== undefined && (
          <>
            {' · forwarded to '}
            <Visible text={last.forwardedTo} />
          </>
        )}
      </p>
      {(attempts.length > 1 || isPending) && <Timeline attempts={attempts} />}
      <div class="acts">
        {isPending && <Countdown to={next} attempt={scheduled.attempt + 1} />}
        {isPending && <RetryNow delivery={id} isOver={false} />}
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

import { deliveryActs } from '../acts/slots'
import type { DeliveryOfRow } from '../store/row'
import { Visible } from '../ui/visible'
import { AttemptDetail } from './attempt-detail'

/** A delivery of an event to one webhook. */
export function DeliveryDetail({ delivery }: { delivery: DeliveryOfRow }) {
  return (
    <section class="delivery">
      <h3>
        <Visible text={delivery.url} />
      </h3>
      <p class="faint">
        {delivery.id} · {delivery.webhookId}
      </p>
      <div class="acts">
        {deliveryActs.map((Act) => (
          <Act delivery={delivery} />
        ))}
      </div>
      {delivery.attempts.map((attempt) => (
        <AttemptDetail key={attempt.number} attempt={attempt} />
      ))}
    </section>
  )
}

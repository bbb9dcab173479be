import { eventActs } from '../acts/slots'
import { deliveriesOf, type EventRow } from '../store/row'
import { Visible } from '../ui/visible'
import { DeliveryDetail } from './delivery-detail'
import { RequestDetail } from './request-detail'

/** An event from the request that created it to the last attempt to deliver it. */
export function EventDetail({ row }: { row: EventRow }) {
  return (
    <article>
      <h2>
        <Visible text={row.type} />
      </h2>
      <p class="faint">{row.id}</p>
      <div class="acts">
        {eventActs.map((Act) => (
          <Act row={row} />
        ))}
      </div>
      {row.requests.map((request) => (
        <RequestDetail key={request.number} request={request} />
      ))}
      {deliveriesOf(row).map((delivery) => (
        <DeliveryDetail key={delivery.id} delivery={delivery} />
      ))}
    </article>
  )
}

import type { DeliveryAttempt } from '../../../deliveries/attempt'
import { useApp } from '../../frame/app-context'
import type { ClockReading } from '../../frame/mock-clock'
import { openEvent } from '../../list/cursor'
import { timeOfDay } from '../../text/times'
import { Button } from '../../ui/button'
import { Chip, toneOfOutcome } from '../../ui/chip'
import { Visible } from '../../ui/visible'

/** The answer of an advance. */
export interface AdvanceResult extends ClockReading {
  /** How many timers fell due. */
  fellDue: number
  delivered: number
  deliveries: DeliveryAttempt[]
  /** How many things under way the advance did not wait for. */
  notAwaited: number
}

// An advance over days can fire thousands. The list of events has them all.
const mostShown = 50

/** The report of what an advance of the clock fired. */
export function Fired({ result }: { result: AdvanceResult }) {
  const app = useApp()
  const { deliveries } = result
  const shown = deliveries.slice(0, mostShown)
  return (
    <section class="result" aria-label="What fell due">
      <p role="status">{wordsOf(result)}</p>
      <ul class="listing">
        {shown.map(({ deliveryId, attempt, at, outcome, eventType, eventId, url, status, error }) => (
          <li key={`${deliveryId} ${attempt}`} class="fired">
            <Chip tone={toneOfOutcome[outcome]} text={String(status ?? 'no answer')} />
            <Button
              tone="quiet"
              label={`${eventType}: open ${eventId}`}
              onClick={() => openEvent(app, eventId)}
            >
              <Visible text={eventType} />
            </Button>
            <span class="faint when">{timeOfDay(at)}</span>
            <span class="faint about">
              <Visible text={`attempt ${attempt} to ${url}${error ? `: ${error}` : ''}`} />
            </span>
          </li>
        ))}
      </ul>
      {deliveries.length > mostShown && (
        <p class="faint">{deliveries.length - mostShown} more stand in the list.</p>
      )}
    </section>
  )
}

function wordsOf({ fellDue, delivered, deliveries, notAwaited }: AdvanceResult): string {
  const underWay = notAwaited > 0 ? `, ${notAwaited} still under way` : ''
  if (fellDue === 0) return `Nothing fell due${underWay}.`
  const attempts = deliveries.length === 1 ? '1 attempt' : `${deliveries.length} attempts`
  return `${fellDue} fell due, ${attempts} to deliver, ${delivered} of them delivered${underWay}.`
}

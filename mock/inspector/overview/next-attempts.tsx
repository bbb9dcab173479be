import { Countdown } from '../detail/countdown'
import { useApp } from '../frame/app-context'
import { openEvent } from '../list/cursor'
import { nextAttempts } from '../store/next-attempts'
import { Visible } from '../ui/visible'
import { useRows } from './use-rows'

const shown = 6

/** The attempts that come next, the soonest first. */
export function NextAttempts() {
  const app = useApp()
  const { store, clock } = app
  useRows()
  const attempts = nextAttempts(store.tally.retrying, shown)
  if (attempts.length === 0) return null
  return (
    <section class="next-attempts" aria-labelledby="next-attempts-title">
      <h3 id="next-attempts-title">
        Next attempts {clock.frozen.value && <span class="faint">The clock is frozen.</span>}
      </h3>
      <ul>
        {attempts.map(({ deliveryId, eventId, eventType, url, attempt, next }) => (
          <li key={deliveryId}>
            <button type="button" onClick={() => openEvent(app, eventId)}>
              <span class="next-title">
                <b>
                  <Visible text={eventType} />
                </b>
                <span class="faint">
                  <Visible text={url} />
                </span>
              </span>
              <Countdown to={next} attempt={attempt + 1} isShort />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

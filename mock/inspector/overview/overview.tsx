import { effect } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { Countdown } from '../detail/schedule'
import { useApp } from '../frame/app'
import { openEvent } from '../list/cursor'
import { type RowStatus, nextAttempts } from '../store/tally'
import { inBothTimes } from '../text/times'
import { Visible } from '../ui/text'
import { FirstSteps } from './first-steps'

/** What the detail shows while nothing is open: what has happened so far and what comes next, or the first steps where nothing has. */
export function Overview() {
  const { store } = useApp()
  useRows()
  const since = store.rows.find(({ order }) => order > 0)?.at
  const { isRead, isEmpty, tail } = store
  if (!isRead.value || (isEmpty && tail.state.value !== 'ended'))
    return <section class="detail overview" aria-label="Overview" />
  return (
    <section class="detail overview" aria-label="Overview">
      <article>
        {isEmpty ? (
          <FirstSteps />
        ) : (
          <>
            <h2>Overview</h2>
            <p class="faint">
              {since !== undefined && `What the journal tells since ${inBothTimes(since)}. `}
              Older events stand at the end of the list, which goes on into the store.
            </p>
            <Figures />
            <NextAttempts />
          </>
        )}
        <p class="hint">
          <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens an entry, <kbd>/</kbd> filters,{' '}
          <kbd>?</kbd> shows all keys.
        </p>
      </article>
    </section>
  )
}

const statuses: readonly (readonly [status: RowStatus, words: string, tone: string])[] = [
  ['delivered', 'delivered', 'good'],
  ['retrying', 'retrying', 'odd'],
  ['abandoned', 'abandoned', 'bad'],
  ['quiet', 'no attempt', 'calm'],
  ['refused', 'refused', 'bad'],
]

/** How many events and requests are in each state. Each figure filters the list. */
function Figures() {
  const { store, page } = useApp()
  useRows()
  return (
    <ul class="figures">
      {statuses.map(([status, words, tone]) => {
        const count = store.tally.count(status)
        const query = `status:${status}`
        return (
          <li key={status}>
            <button
              type="button"
              class={`figure ${count === 0 ? 'none' : tone}`}
              aria-pressed={page.query.value === query}
              title={`Filter by ${query}`}
              onClick={() => {
                page.show.value = 'events'
                page.query.value = page.query.value === query ? '' : query
              }}
            >
              <b>{count.toLocaleString('en')}</b>
              <span>{words}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const shown = 6

/** The attempts that come next, the soonest first. */
function NextAttempts() {
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
                <Visible as="b" text={eventType} />
                <Visible as="span" class="faint" text={url} />
              </span>
              <Countdown to={next} attempt={attempt + 1} isShort />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

// Milliseconds of real time. Figures that change more often cannot be read.
const redrawInterval = 150

/**
 * Draws a component anew when rows have changed, a few times a second at most. Each component that reads rows calls it: one whose
 * properties stay the same is not drawn with the component around it.
 */
function useRows(): void {
  const { store } = useApp()
  const [, redraw] = useState(0)
  useEffect(() => {
    let planned: ReturnType<typeof setTimeout> | undefined
    const stop = effect(() => {
      void store.version.value
      planned ??= setTimeout(() => {
        planned = undefined
        redraw((drawn) => drawn + 1)
      }, redrawInterval)
    })
    return () => {
      stop()
      clearTimeout(planned)
    }
  }, [store])
}

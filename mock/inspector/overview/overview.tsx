import { useApp } from '../frame/app-context'
import { FirstSteps } from './first-steps'
import { Figures } from './figures'
import { NextAttempts } from './next-attempts'
import { useRows } from './use-rows'

/** The place of the detail while nothing is open: what has happened so far and what comes next, or the first steps where nothing has. */
export function Overview() {
  const { store } = useApp()
  useRows()
  return (
    <section class="detail overview" aria-label="Overview">
      <article>
        {store.rows.length === 0 ? (
          <FirstSteps />
        ) : (
          <>
            <h2>Overview</h2>
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

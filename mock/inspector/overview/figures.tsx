import { useApp } from '../frame/app-context'
import type { Fate } from '../store/tally'
import { useRows } from './use-rows'

const fates: readonly (readonly [fate: Fate, words: string, tone: string])[] = [
  ['delivered', 'delivered', 'good'],
  ['retrying', 'retrying', 'odd'],
  ['abandoned', 'abandoned', 'bad'],
  ['quiet', 'no attempt', 'calm'],
  ['refused', 'refused', 'bad'],
]

/** How many events and requests fared how. Each figure filters the list. */
export function Figures() {
  const { store, place } = useApp()
  useRows()
  return (
    <ul class="figures">
      {fates.map(([fate, words, tone]) => {
        const count = store.tally.count(fate)
        const query = `status:${fate}`
        return (
          <li key={fate}>
            <button
              type="button"
              class={`figure ${count === 0 ? 'none' : tone}`}
              aria-pressed={place.query.value === query}
              title={`Filter by ${query}`}
              onClick={() => {
                place.show.value = 'events'
                place.query.value = place.query.value === query ? '' : query
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

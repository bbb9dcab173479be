import { selections, type Selection } from '../store/place'
import { Button } from '../ui/button'
import { useApp } from './app-context'

const words: Record<Selection, string> = { events: 'Events', failed: 'Failing', all: 'All' }
const meanings: Record<Selection, string> = {
  events: 'Events and refused requests',
  failed: 'Refused requests, and events with a delivery that failed',
  all: 'All requests, events and notices',
}

/** The choice of what the list shows, and whether the list goes on. */
export function ListBar() {
  const { store, place } = useApp()
  void store.version.value
  const paused = store.paused.value
  const held = store.held.value
  const news = `${held.toLocaleString('en')} new`
  const count = store.shown.length
  return (
    <div class="list-bar">
      <div role="group" aria-label="Show" class="choices">
        {selections.map((show) => (
          <Button
            key={show}
            tone="quiet"
            title={meanings[show]}
            pressed={place.show.value === show}
            onClick={() => (place.show.value = show)}
          >
            {words[show]}
          </Button>
        ))}
      </div>
      <span class="faint count">{count.toLocaleString('en')}</span>
      <Button
        tone="quiet"
        pressed={paused}
        label={paused && held > 0 ? `Resume · ${news}` : undefined}
        onClick={() => (store.paused.value = !paused)}
      >
        {paused ? (held > 0 ? `▶ ${news}` : 'Resume') : 'Pause'}
      </Button>
    </div>
  )
}

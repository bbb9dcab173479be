import { selections, type Selection } from '../store/place'
import { Button } from '../ui/button'
import { useApp } from './app-context'

const words: Record<Selection, string> = {
  events: 'Events and refusals',
  failed: 'Failing',
  all: 'Everything',
}

/** What the list shows, and whether it goes on. */
export function ListBar() {
  const { store, place } = useApp()
  const paused = store.paused.value
  const held = store.held.value
  return (
    <div class="list-bar">
      <div role="group" aria-label="Show" class="choices">
        {selections.map((show) => (
          <Button tone="quiet" pressed={place.show.value === show} onClick={() => (place.show.value = show)}>
            {words[show]}
          </Button>
        ))}
      </div>
      <Button tone="quiet" pressed={paused} onClick={() => (store.paused.value = !paused)}>
        {paused ? (held > 0 ? `Resume, ${held} new` : 'Resume') : 'Pause'}
      </Button>
    </div>
  )
}

import { useApp } from '../frame/app-context'

/** The box that filters the list. */
export function QueryBox() {
  const { place } = useApp()
  return (
    <div class="query">
      <input
        type="search"
        aria-label="Filter"
        placeholder="Filter: type: status: webhook: key: id: or text"
        spellcheck={false}
        value={place.query.value}
        onInput={(event) => (place.query.value = event.currentTarget.value)}
      />
    </div>
  )
}

import { panels } from '../acts/panels'
import { useApp } from './app-context'

/** The panels by their titles. */
export function Menu() {
  const { place } = useApp()
  return (
    <nav class="menu" aria-label="Panels">
      {panels.map(({ id, title, shortcut }) => (
        <button
          key={id}
          type="button"
          data-panel={id}
          aria-pressed={place.panel.value === id}
          onClick={() => (place.panel.value = place.panel.value === id ? null : id)}
        >
          <span>{title}</span>
          <kbd>{shortcut}</kbd>
        </button>
      ))}
    </nav>
  )
}

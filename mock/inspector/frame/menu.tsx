import { panels } from '../acts/panels'
import { useApp } from './app-context'

/** The panels by their titles. Where there is little room, a button of the top bar shows and hides them. */
export function Menu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { place } = useApp()
  return (
    <nav id="menu" class={`menu ${isOpen ? 'open' : ''}`} aria-label="Panels">
      {panels.map(({ id, title, shortcut, group }, index) => (
        <button
          key={id}
          type="button"
          class={index > 0 && group !== panels[index - 1]?.group ? 'first' : ''}
          data-panel={id}
          aria-pressed={place.panel.value === id}
          onClick={() => {
            place.panel.value = place.panel.value === id ? null : id
            close()
          }}
        >
          <span>{title}</span>
          <kbd aria-hidden="true">{shortcut}</kbd>
        </button>
      ))}
    </nav>
  )
}

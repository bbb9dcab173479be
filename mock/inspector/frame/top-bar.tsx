import type { Link } from '../store/journal-feed'
import { hereOf, readable } from '../text/times'
import { useApp } from './app'

const words: Record<Link, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'not connected',
  absent: 'no such session',
  waiting: 'token wanted',
}

/** The properties of the {@link TopBar}. */
export interface TopBarProps {
  isMenuOpen: boolean
  toggleMenu: () => void
  showHelp: () => void
}

/** Where the reader is: which mock, which session, at what time. */
export function TopBar({ isMenuOpen, toggleMenu, showHelp }: TopBarProps) {
  const { store, page } = useApp()
  const session = page.session.value
  return (
    <header class="top-bar">
      <button
        type="button"
        class="menu-button"
        aria-expanded={isMenuOpen}
        aria-controls="menu"
        aria-label="Panels"
        onClick={toggleMenu}
      >
        ☰
      </button>
      <h1>
        <Mark />
        Event Delivery mock
      </h1>
      {session !== null && (
        <button
          type="button"
          class="session"
          title="Leave the session"
          onClick={() => {
            page.open.value = null
            page.session.value = null
          }}
        >
          <span>session</span> <b>{session}</b> ✕
        </button>
      )}
      <Time />
      <span class={`link ${store.link.value}`} role="status">
        {words[store.link.value]}
      </span>
      <button
        type="button"
        class="help-button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={showHelp}
      >
        ?
      </button>
    </header>
  )
}

/** The time of the mock. It stands alone, because it changes more often than everything around it. */
function Time() {
  const { clock, page } = useApp()
  const now = clock.now.value
  if (now === undefined) return <span class="clock" />
  const timestamp = new Date(now).toISOString()
  const [date = '', time = ''] = readable(timestamp).split(' ')
  const here = hereOf(timestamp)
  return (
    <button
      type="button"
      class="clock"
      title="The clock of the mock"
      onClick={() => (page.panel.value = 'clock')}
    >
      <time>
        <span class="date">{date}</span> <b>{time}</b> <span class="date">UTC{here && ','}</span>{' '}
        {here !== '' && <span class="here date">{here.replace(/:\d\d here/, ' here')}</span>}
      </time>
    </button>
  )
}

/** A parcel on its way. */
function Mark() {
  return (
    <svg class="brand" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M1 6h5M1 10h3M1 14h5" />
      <rect x="8" y="4" width="11" height="12" rx="2" />
      <path d="M13.5 4v5" />
    </svg>
  )
}

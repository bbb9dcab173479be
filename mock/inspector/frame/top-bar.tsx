import { readable } from '../text/times'
import { useApp } from './app-context'
import type { Link } from '../store/feed'

const words: Record<Link, string> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'not connected',
  waiting: 'token wanted',
}

export function TopBar() {
  const { store, clock, place } = useApp()
  const now = clock.now.value
  return (
    <header class="top-bar">
      <h1>Event Delivery mock</h1>
      {place.session.value !== null && <span class="session">session {place.session.value}</span>}
      <span class={`link ${store.link.value}`} role="status">
        {words[store.link.value]}
      </span>
      <span class="clock">
        {now !== undefined && <time>{readable(new Date(now).toISOString())} UTC</time>}
        {clock.frozen.value && <span class="frozen">frozen</span>}
      </span>
    </header>
  )
}

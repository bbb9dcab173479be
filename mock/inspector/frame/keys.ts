import { panels } from '../acts/panels'
import { moveCursor, openRow } from '../list/cursor'
import type { App } from './app-context'

/** Whether a key is meant for the page: it is typed into no field, into no dialog, and is no shortcut of the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.composedPath()[0]
  if (!(target instanceof Element) || target.closest('dialog'))
    return target instanceof Node && !(target instanceof Element)
  if (event.key === 'Escape') return true
  if (target.closest('input, textarea, select, [contenteditable]')) return false
  // These are pressed by Enter themselves.
  return event.key !== 'Enter' || !target.closest('button, a, summary')
}

/** Carries out what a key stands for. False where it stands for nothing. */
export function carryOut(app: App, key: string, showHelp: () => void): boolean {
  const { place, cursor, store, root } = app
  const row = store.get(cursor.value ?? '')
  const panel = panels.find(({ shortcut }) => shortcut === key)
  if (key === 'j') moveCursor(app, 1)
  else if (key === 'k') moveCursor(app, -1)
  else if (key === 'Enter' && row) openRow(app, row)
  else if (key === '/') root.querySelector<HTMLElement>('.query input')?.focus()
  else if (key === '?') showHelp()
  else if (key === 'p') store.paused.value = !store.paused.value
  else if (key === 'Escape') goBack(app)
  else if (panel) place.panel.value = place.panel.value === panel.id ? null : panel.id
  else return false
  return true
}

function goBack({ place }: App): void {
  if (place.panel.value !== null) place.panel.value = null
  else place.open.value = null
}

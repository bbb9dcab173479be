import { useCallback } from 'preact/hooks'
import { panels } from '../acts/panels'
import { moveCursor, openRow } from '../list/cursor'
import type { App } from './app-context'

/** The keys of the page, when no field has the focus. */
export function useShortcuts(app: App): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const isTyping = (event.composedPath()[0] as Element | undefined)?.closest(
        'input, textarea, select, [contenteditable]',
      )
      if (isTyping && event.key !== 'Escape') return
      if (carryOut(app, event.key)) event.preventDefault()
    },
    [app],
  )
}

/** Carries out what a key stands for. False where it stands for nothing. */
function carryOut(app: App, key: string): boolean {
  const { place, cursor, store, root } = app
  const row = store.get(cursor.value ?? '')
  const panel = panels.find(({ shortcut }) => shortcut === key)
  if (key === 'j') moveCursor(app, 1)
  else if (key === 'k') moveCursor(app, -1)
  else if (key === 'Enter' && row) openRow(app, row)
  else if (key === '/') root.querySelector<HTMLElement>('.query input')?.focus()
  else if (key === 'Escape') goBack(app)
  else if (panel) place.panel.value = place.panel.value === panel.id ? null : panel.id
  else return false
  return true
}

function goBack({ place }: App): void {
  if (place.panel.value !== null) place.panel.value = null
  else place.open.value = null
}

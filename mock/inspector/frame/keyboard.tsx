import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { panels } from '../acts/panels'
import { moveCursor, openRow } from '../list/cursor'
import { Button } from '../ui/button'
import { Line } from '../ui/text'
import type { App } from './app'

/** Whether a key is meant for the page: it is typed into no field, into no dialog, and is no shortcut of the browser. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.composedPath()[0]
  // A key that is hit while nothing has the focus may come from the document itself.
  if (!(target instanceof Element)) return target instanceof Node
  if (target.closest('dialog')) return false
  if (event.key === 'Escape') return true
  if (target.closest('input, textarea, select, [contenteditable]')) return false
  // The browser presses a button, a link or a summary when Enter is hit on it.
  return event.key !== 'Enter' || !target.closest('button, a, summary')
}

/** Does what a key stands for. False where it stands for nothing. */
export function pressKey(app: App, key: string, showHelp: () => void): boolean {
  const { page, cursor, store, root } = app
  const row = store.get(cursor.value ?? '')
  const panel = panels.find(({ shortcut }) => shortcut === key)
  if (key === 'j') moveCursor(app, 1)
  else if (key === 'k') moveCursor(app, -1)
  else if (key === 'Enter' && row) openRow(app, row)
  else if (key === '/') root.querySelector<HTMLElement>('.query input')?.focus()
  else if (key === '?') showHelp()
  else if (key === 'p') store.paused.value = !store.paused.value
  else if (key === 'a') openFailing(root, 1)
  else if (key === 'A') openFailing(root, -1)
  else if (key === 'Escape') goBack(app)
  else if (panel) page.panel.value = page.panel.value === panel.id ? null : panel.id
  else return false
  return true
}

/** Opens the next failing delivery or attempt of the detail, or the one before, and gives it the focus. */
function openFailing(root: Root, by: 1 | -1): void {
  const all = [...root.querySelectorAll<HTMLElement>('[data-fails=true] > summary')]
  const from = all.indexOf(root.activeElement as HTMLElement)
  const next = all.at(from < 0 && by < 0 ? -1 : (from + by) % all.length)
  const details = next?.parentElement as HTMLDetailsElement | undefined
  if (details) details.open = true
  next?.focus()
}

function goBack({ page }: App): void {
  if (page.panel.value !== null) page.panel.value = null
  else page.open.value = null
}

type Root = App['root']

/**
 * Leads the focus: into a panel that opens, and back to where it was when the panel closes; into the detail and back to its row where only
 * one of them has room. A panel or detail that a reload brings back takes no focus, because nobody asked for it.
 */
export function useFocus({ page, root }: Pick<App, 'page' | 'root'>, panel: string | null): void {
  const open = page.open.value
  const before = useRef({ panel, open })
  const opener = useRef<Element | null>(null)

  useLayoutEffect(() => {
    const earlier = before.current
    before.current = { panel, open }
    const isOther = panel !== earlier.panel
    if (isOther && panel !== null) {
      if (earlier.panel === null) opener.current = root.activeElement
      giveFocus(root, root.querySelector('#panel-title'))
    } else if ((isOther || open !== earlier.open) && isFocusLost(root)) {
      const heirs = [
        isOther ? opener.current : null,
        // The button of a menu that has closed is out of sight.
        isOther && opener.current?.closest('.menu') ? root.querySelector('.menu-button') : null,
        open === null ? null : root.querySelector('.detail'),
        root.querySelector('.row[tabindex="0"]'),
      ]
      heirs.some((heir) => giveFocus(root, heir))
    }
  }, [panel, open])
}

/** Whether nothing has the focus that a reader could see, because it was removed or hidden. */
function isFocusLost(root: Root): boolean {
  const active = root.activeElement
  if (active !== null && active !== document.body) return active.getClientRects().length === 0
  return document.activeElement === null || document.activeElement === document.body
}

/** Gives the focus to an element, and tells whether it took it. */
function giveFocus(root: Root, element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false
  element.focus({ preventScroll: true })
  return root.activeElement === element
}

type KeyRow = readonly [keys: string, meaning: string]

const entryKeys: readonly KeyRow[] = [
  ['j', 'next entry'],
  ['k', 'entry before'],
  ['Enter', 'open the entry'],
  ['a A', 'next failed attempt, one before'],
  ['Esc', 'close what is open'],
  ['/', 'filter'],
  ['p', 'pause the list, or go on'],
  ['?', 'these shortcuts'],
]
const listKeys: readonly KeyRow[] = [
  ['↓ ↑', 'next entry, entry before'],
  ['Home', 'newest entry'],
  ['End', 'oldest entry'],
]
const filterKeys: readonly KeyRow[] = [
  ['↓ ↑', 'choose a completion, or go into the list'],
  ['Tab', 'take it'],
  ['Enter', 'take it, go to the session that is named, or open the newest entry'],
  ['Esc', 'close the completions, then leave'],
]

/** All keys of the page, over the page. */
export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog class="help" ref={dialog} aria-labelledby="help-title" onClose={close}>
      <header>
        <h2 id="help-title">Keyboard shortcuts</h2>
        <Button tone="quiet" icon label="Close the shortcuts" onClick={() => dialog.current?.close()}>
          ✕
        </Button>
      </header>
      <div class="columns">
        <div>
          <KeyList title="Everywhere" rows={entryKeys} />
          <KeyList title="In the filter" rows={filterKeys} />
        </div>
        <div>
          <KeyList title="Panels" rows={panels.map(({ shortcut, title }) => [shortcut, title] as const)} />
          <KeyList title="In the list" rows={listKeys} />
        </div>
      </div>
    </dialog>
  )
}

function KeyList({ title, rows }: { title: string; rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map(([key, meaning]) => (
          <Line key={key} name={<kbd>{key}</kbd>}>
            {meaning}
          </Line>
        ))}
      </dl>
    </section>
  )
}

import { useLayoutEffect, useRef } from 'preact/hooks'
import type { App } from './app-context'

type Root = App['root']

/**
 * Leads the focus: into a panel that opens, and back to where it was when the panel closes; into the detail and back to its row where
 * only one of them has room. A place that a reload brings back takes no focus, because nobody asked for it.
 */
export function useFocus({ place, root }: Pick<App, 'place' | 'root'>, panel: string | null): void {
  const open = place.open.value
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

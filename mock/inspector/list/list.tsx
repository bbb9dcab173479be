import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../frame/app-context'
import type { Row } from '../store/row'
import { openRow } from './cursor'
import { ListRow } from './list-row'
import { layoutFor, rowHeight, windowOf, type Anchor } from './window'

/** The rows, newest first. Only those in sight are in the document, and an open one stays where it is while others come. */
export function List() {
  const app = useApp()
  const { store, place } = app
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor>('top')
  // The position that was set last. A scroll to it is no scroll of the reader.
  const applied = useRef(0)
  const [, redraw] = useState(0)
  const [viewport, setViewport] = useState(0)
  const version = store.version.value
  const open = place.open.value
  const cursor = app.cursor.value
  const rows = store.shown
  const count = rows.length
  const indexOf = (row: Pick<Row, 'order'>) => count - 1 - store.placeOf(row)
  const opened = open === null ? undefined : store.get(open)

  /** Where the anchor is now. A row that no longer passes the filter is followed by the nearest older one. */
  function anchored(): { index: number; offset: number } | undefined {
    if (anchor.current === 'top') return undefined
    const { order, offset } = anchor.current
    return { index: count - store.countUpTo(order), offset }
  }

  // A row that was opened elsewhere, such as by the address, comes into sight.
  const openedIndex = opened && store.placeOf(opened) >= 0 ? indexOf(opened) : -1
  const lastOpened = useRef<string | null>(null)
  if (openedIndex === -1) lastOpened.current = null
  else if (opened && viewport > 0 && lastOpened.current !== opened.id) {
    lastOpened.current = opened.id
    const now = layoutFor(count, viewport, anchored())
    const offset = openedIndex * rowHeight + now.pad - now.scrollTop
    const inSight = Math.min(Math.max(offset, 0), Math.max(0, viewport - rowHeight))
    anchor.current = { order: opened.order, offset: inSight }
  }

  const layout = layoutFor(count, viewport, anchored())
  const { first, last } = windowOf(count, viewport, layout)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (Math.abs(element.scrollTop - layout.scrollTop) >= 0.5) element.scrollTop = layout.scrollTop
    applied.current = element.scrollTop
  }, [version, layout.scrollTop, layout.height])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => setViewport(element.clientHeight))
    observer.observe(element)
    setViewport(element.clientHeight)
    return () => observer.disconnect()
  }, [])

  function onScroll() {
    const element = scroller.current
    if (!element || Math.abs(element.scrollTop - applied.current) < 1) return
    applied.current = element.scrollTop
    anchor.current = anchorAt(element.scrollTop)
    redraw((drawn) => drawn + 1)
  }

  /** The row to hold on to where the reader has scrolled to: the open one where it is in sight, else the first in sight. */
  function anchorAt(scrollTop: number): Anchor {
    const offsetOf = (index: number) => index * rowHeight + layout.pad - scrollTop
    if (opened && openedIndex >= 0) {
      const offset = offsetOf(openedIndex)
      if (offset > -rowHeight && offset < viewport) return { order: opened.order, offset }
    }
    if (scrollTop <= 0) return 'top'
    const index = Math.min(Math.max(0, Math.floor((scrollTop - layout.pad) / rowHeight)), count - 1)
    const row = rows[count - 1 - index]
    return row ? { order: row.order, offset: offsetOf(index) } : 'top'
  }

  const drawn = rows.slice(count - last, count - first).reverse()
  return (
    <div class="list" ref={scroller} onScroll={onScroll}>
      <div
        role="listbox"
        aria-label="Events and requests, newest first"
        class="rows"
        style={{ height: `${layout.height}px` }}
      >
        {drawn.map((row, place) => (
          <ListRow
            key={row.id}
            row={row}
            top={layout.pad + (first + place) * rowHeight}
            position={first + place + 1}
            count={count}
            isOpen={row.id === open}
            isActive={row.id === cursor || (cursor === null && first + place === 0)}
            onOpen={(chosen) => openRow(app, chosen)}
          />
        ))}
      </div>
    </div>
  )
}

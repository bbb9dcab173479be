import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { App } from '../frame/app-context'
import { layoutFor, rowHeight, type Anchor, type Layout } from './window'

/** The position of the list, and the means to move it. */
export interface Position {
  scroller: { current: HTMLDivElement | null }
  /** The height of what is in sight, in CSS pixels. */
  viewport: number
  layout: Layout
  onScroll: () => void
  /** How many rows have come above since the newest one was in sight. */
  unseen: number
  toTop: () => void
}

/**
 * Holds the row that the reader looks at where it is on the screen while others come: the open one, the one that the keys have
 * reached, or the first in sight. Nothing is held while the newest rows are in sight and nothing is open.
 */
export function usePosition({ store, place, cursor }: Pick<App, 'store' | 'place' | 'cursor'>): Position {
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor>('top')
  // The position that was set last. A scroll to it is no scroll of the reader.
  const applied = useRef(0)
  const sought = useRef<string | null>(null)
  const seenUpTo = useRef(0)
  const [viewport, setViewport] = useState(0)
  const [, redraw] = useState(0)

  const version = store.version.value
  const rows = store.shown
  const count = rows.length
  const wantedId = cursor.value ?? place.open.value
  const row = wantedId === null ? undefined : store.get(wantedId)
  const wanted = row && store.placeOf(row) >= 0 ? { order: row.order, index: indexOf(row.order) } : undefined

  /** The number of a row from the top. One that no longer passes the filter has the number of the nearest older one. */
  function indexOf(order: number): number {
    return count - store.countUpTo(order)
  }

  function layoutNow(): Layout {
    const held = anchor.current
    const anchored = held === 'top' ? undefined : { index: indexOf(held.order), offset: held.offset }
    return layoutFor(count, viewport, anchored)
  }

  // A row that the address names or the keys have reached comes into sight, and is held from then on.
  if (!wanted) sought.current = null
  else if (viewport > 0 && sought.current !== wantedId) {
    sought.current = wantedId
    const { pad, scrollTop } = layoutNow()
    const offset = wanted.index * rowHeight + pad - scrollTop
    anchor.current = { order: wanted.order, offset: within(offset, viewport - rowHeight) }
  }

  const layout = layoutNow()
  if (layout.scrollTop - layout.pad < rowHeight) seenUpTo.current = rows.at(-1)?.order ?? 0

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

  function anchorAt(scrollTop: number): Anchor {
    const offsetOf = (index: number) => index * rowHeight + layout.pad - scrollTop
    if (wanted) {
      const offset = offsetOf(wanted.index)
      if (offset > -rowHeight && offset < viewport) return { order: wanted.order, offset }
    }
    if (scrollTop <= 0) return 'top'
    const index = within(Math.floor((scrollTop - layout.pad) / rowHeight), count - 1)
    const first = rows[count - 1 - index]
    return first ? { order: first.order, offset: offsetOf(index) } : 'top'
  }

  return {
    scroller,
    viewport,
    layout,
    onScroll,
    unseen: count - store.countUpTo(seenUpTo.current),
    toTop() {
      anchor.current = 'top'
      redraw((drawn) => drawn + 1)
    },
  }
}

function within(value: number, high: number): number {
  return Math.min(Math.max(value, 0), Math.max(0, high))
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { App } from '../frame/app'

/** The position of the list, and the means to move it. */
interface Position {
  scroller: { current: HTMLDivElement | null }
  /** The height of what is in sight, in CSS pixels. */
  viewport: number
  layout: Layout
  onScroll: () => void
  /** How many rows have come above since the newest one was in sight. */
  unseen: number
  toTop: () => void
  /** Whether the position is known, so that rows which are drawn stay where they are. */
  isPlaced: boolean
}

/**
 * Holds the row that the reader looks at where it is on the screen while others come: the open one, the one that the keys have
 * reached, or the first in sight. Nothing is held while the newest rows are in sight and nothing is open.
 */
export function usePosition({ store, page, cursor }: Pick<App, 'store' | 'page' | 'cursor'>): Position {
  const scroller = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor>('top')
  // The position that was set last. A scroll to it is no scroll of the reader.
  const applied = useRef(0)
  const sought = useRef<string | null>(null)
  // Where a page begins with an open entry, its place among all rows is known once they are read.
  const isPlaced = useRef(page.open.peek() === null)
  const seenUpTo = useRef(0)
  const [viewport, setViewport] = useState(0)
  const [, redraw] = useState(0)

  const version = store.version.value
  const rows = store.shown
  const count = rows.length
  const wantedId = cursor.value ?? page.open.value
  const row = wantedId === null ? undefined : store.get(wantedId)
  const wanted = row && store.indexOf(row) >= 0 ? { order: row.order, index: indexOf(row.order) } : undefined

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
  else if (viewport > 0 && sought.current !== wantedId && (isPlaced.current || store.isRead.value)) {
    sought.current = wantedId
    const { pad, scrollTop } = layoutNow()
    const y = wanted.index * rowHeight
    // The first one stands among its neighbours: in the middle, or as near to it as the ends of the list permit.
    const offset = isPlaced.current
      ? y + pad - scrollTop
      : y - within(y - viewport / 2, count * rowHeight - viewport)
    anchor.current = { order: wanted.order, offset: within(offset, viewport - rowHeight) }
  }
  isPlaced.current ||= store.isRead.value

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
    isPlaced: isPlaced.current,
    onScroll,
    unseen: count - store.countUpTo(seenUpTo.current),
    toTop() {
      anchor.current = 'top'
      redraw((drawn) => drawn + 1)
    },
  }
}

/** A value, or the nearest end of what lies between 0 and `high`. */
function within(value: number, high: number): number {
  return Math.min(Math.max(value, 0), Math.max(0, high))
}

/** The height of each row, in CSS pixels. The style has the same. */
export const rowHeight = 48

/** The row that stays where it is on the screen. `top` keeps the newest rows in sight. */
type Anchor =
  'top' | { order: number; /** Pixels from the upper edge of the list to the row. */ offset: number }

/** How the list lies: all in CSS pixels. */
interface Layout {
  /** Empty space above the newest row. It is above 0 only where rows above an anchor have gone. */
  pad: number
  scrollTop: number
  /** The height of everything, so that the list can be scrolled so far. */
  height: number
}

/**
 * The layout in which row number `index` from the top stands `offset` below the upper edge of the list. Where the rows cannot
 * be scrolled so far, empty space makes up for it: above them or below them.
 */
export function layoutFor(
  count: number,
  viewport: number,
  anchored?: { index: number; offset: number },
): Layout {
  const wanted = anchored ? anchored.index * rowHeight - anchored.offset : 0
  const pad = Math.max(0, -wanted)
  const scrollTop = Math.max(0, wanted)
  return { pad, scrollTop, height: Math.max(pad + count * rowHeight, anchored ? scrollTop + viewport : 0) }
}

/** The rows to draw, from the top: those in sight, and a few beyond so that a scroll finds no gap. */
export function windowOf(
  count: number,
  viewport: number,
  { pad, scrollTop }: Pick<Layout, 'pad' | 'scrollTop'>,
) {
  const beyond = 4
  const first = Math.floor((scrollTop - pad) / rowHeight) - beyond
  const last = Math.ceil((scrollTop - pad + viewport) / rowHeight) + beyond
  return { first: within(first, count), last: within(last, count) }
}

/** The height of each row, in CSS pixels. The style has the same. */
export const rowHeight = 48

/** The row that stays where it is on the screen. `top` keeps the newest rows in sight. */
export type Anchor =
  'top' | { order: number; /** Pixels from the upper edge of the list to the row. */ offset: number }

/** How the list lies: all in CSS pixels. */
export interface Layout {
  /** Empty space above the newest row. 0 but where rows above an anchor have gone. */
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
  return { first: clamp(first, 0, count), last: clamp(last, 0, count) }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}

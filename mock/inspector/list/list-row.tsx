import { useEffect, useRef } from 'preact/hooks'
import type { Row } from '../store/row'
import { timeOfDay } from '../text/times'
import { Chip } from '../ui/chip'
import { Visible } from '../ui/visible'
import { summaryOf } from './summary'
import { rowHeight } from './window'

/** The properties of a {@link ListRow}. */
export interface ListRowProps {
  row: Row
  /** Pixels from the upper end of all rows. */
  top: number
  position: number
  count: number
  isOpen: boolean
  /** The row that Tab leads to. */
  isActive: boolean
  /** True where the keys have just moved to this row, which takes the focus. */
  takesFocus: boolean
  onOpen: (row: Row) => void
}

// A row shows the beginning of a long text, and the detail all of it.
const longest = 200

export function ListRow({ row, top, position, count, isOpen, isActive, takesFocus, onOpen }: ListRowProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) element.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const { tone, mark, title, note, deliveries } = summaryOf(row)
  return (
    <div
      ref={element}
      role="option"
      data-row={row.id}
      class={`row ${row.kind}`}
      aria-selected={isOpen}
      aria-setsize={count}
      aria-posinset={position}
      tabIndex={isActive ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, height: `${rowHeight}px` }}
      onClick={() => onOpen(row)}
    >
      <span class={`bead ${tone}`} aria-hidden="true" />
      <span class="row-title">
        <Visible text={title.slice(0, longest)} />
      </span>
      <time>{timeOfDay(row.at)}</time>
      <span class="row-note">
        <Visible text={note.slice(0, longest)} />
      </span>
      <span class="row-state">
        {deliveries.length > 1 && (
          <span class="dots" aria-hidden="true">
            {deliveries.slice(0, 6).map((each, place) => (
              <i key={place} class={each} />
            ))}
          </span>
        )}
        <Chip tone={tone} text={mark} />
      </span>
    </div>
  )
}

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
  isActive: boolean
  onOpen: (row: Row) => void
}

// A row shows the beginning of a long text, and the detail all of it.
const longest = 200

export function ListRow({ row, top, position, count, isOpen, isActive, onOpen }: ListRowProps) {
  const { tone, mark, title, note } = summaryOf(row)
  return (
    <div
      role="option"
      id={`row-${row.id}`}
      data-row={row.id}
      class={`row ${row.kind}`}
      aria-selected={isOpen}
      aria-setsize={count}
      aria-posinset={position}
      tabIndex={isActive ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, height: `${rowHeight}px` }}
      onClick={() => onOpen(row)}
    >
      <span class="row-title">
        <Visible text={title.slice(0, longest)} />
      </span>
      <time>{timeOfDay(row.at)}</time>
      <span class="row-note">
        <Visible text={note.slice(0, longest)} />
      </span>
      <Chip tone={tone} text={mark} />
    </div>
  )
}

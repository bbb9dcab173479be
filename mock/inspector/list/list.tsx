import { useRef } from 'preact/hooks'
import { useApp } from '../frame/app-context'
import { moveCursor, openRow } from './cursor'
import { ListRow } from './list-row'
import { NoRows } from './no-rows'
import { usePosition } from './use-position'
import { rowHeight, windowOf } from './window'

/** The keys of a list box, by how many rows each goes down. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

/** The rows, newest first. Only those in sight are in the document, and an open one stays where it is while others come. */
export function List() {
  const app = useApp()
  const { store, place } = app
  const { scroller, viewport, layout, onScroll, unseen, toTop } = usePosition(app)
  const cursor = app.cursor.value
  const open = place.open.value
  // The focus follows the keys, and stays in the query box when an entry is opened by the address.
  const focused = useRef(cursor)
  const isMoved = focused.current !== cursor
  focused.current = cursor

  const rows = store.shown
  const count = rows.length
  const { first, last } = windowOf(count, viewport, layout)
  const places = Array.from({ length: last - first }, (_, index) => first + index)
  // A row with the focus stays in the document when it is scrolled out of sight, because the focus would be lost with it.
  const held = cursor === null ? undefined : store.get(cursor)
  const heldPlace = held && store.placeOf(held) >= 0 ? count - 1 - store.placeOf(held) : -1
  if (heldPlace >= 0 && (heldPlace < first || heldPlace >= last)) places.push(heldPlace)

  function onKeyDown(event: KeyboardEvent) {
    const by = steps[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    moveCursor(app, by)
    event.preventDefault()
  }

  return (
    <div class="list-frame">
      {unseen > 0 && (
        <button type="button" class="unseen-rows" onClick={toTop}>
          ↑ {unseen} newer
        </button>
      )}
      {count === 0 && <NoRows />}
      <div class="list" ref={scroller} onScroll={onScroll}>
        <div
          role="listbox"
          aria-label="Events and requests, newest first"
          class="rows"
          onKeyDown={onKeyDown}
          style={{ height: `${layout.height}px` }}
        >
          {places.map((index) => {
            const row = rows[count - 1 - index]
            return (
              row && (
                <ListRow
                  key={row.id}
                  row={row}
                  top={layout.pad + index * rowHeight}
                  position={index + 1}
                  count={count}
                  isOpen={row.id === open}
                  isActive={heldPlace >= 0 ? row.id === cursor : index === first}
                  takesFocus={isMoved && row.id === cursor}
                  onOpen={(chosen) => openRow(app, chosen)}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

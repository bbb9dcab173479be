import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../frame/app'
import { FirstSteps } from '../overview/first-steps'
import { type Selection, selections } from '../store/page-state'
import type { Row } from '../store/row'
import { timeOfDay } from '../text/times'
import { Button, CopyButton } from '../ui/button'
import { Chip, Visible } from '../ui/text'
import { moveCursor, openRow } from './cursor'
import { rowHeight, usePosition, windowOf } from './position'
import { summaryOf } from './summary'

/** The keys of a list box, by how many rows each goes down. */
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

/** The rows, newest first. Only those in sight are in the document, and an open one stays where it is while others come. */
export function List() {
  const app = useApp()
  const { store, page } = app
  const { scroller, viewport, layout, onScroll, unseen, toTop, isPlaced } = usePosition(app)
  const cursor = app.cursor.value
  const open = page.open.value
  // The focus follows the keys, and stays in the query box when an entry is opened by the address.
  const focused = useRef(cursor)
  const isMoved = focused.current !== cursor
  focused.current = cursor

  const rows = store.shown
  const count = rows.length
  const { first, last } = windowOf(count, viewport, layout)
  const indexes = Array.from({ length: isPlaced ? last - first : 0 }, (_, index) => first + index)
  // A row with the focus stays in the document when it is scrolled out of sight, because the focus would be lost with it.
  const cursorRow = cursor === null ? undefined : store.get(cursor)
  const cursorIndex = cursorRow && store.indexOf(cursorRow) >= 0 ? count - 1 - store.indexOf(cursorRow) : -1
  if (isPlaced && cursorIndex >= 0 && (cursorIndex < first || cursorIndex >= last)) indexes.push(cursorIndex)

  // The list goes on into the store as soon as its end is in sight, and as far as the event that is open.
  const { tail } = store
  const isEndInSight = last >= count && viewport > 0
  const isSought = open?.startsWith('evt_') === true && store.get(open) === undefined
  const wantsMore = store.isRead.value && tail.state.value === 'open' && (isEndInSight || isSought)
  useEffect(() => {
    if (wantsMore) void tail.read(isEndInSight)
  }, [tail, wantsMore])

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
      {tail.state.value === 'tired' && (
        <button type="button" class="unseen-rows" onClick={() => tail.restart(page.query.value, true)}>
          Look further back
        </button>
      )}
      <div class="list" ref={scroller} onScroll={onScroll}>
        <div
          role="listbox"
          aria-label="Events and requests, newest first"
          class="rows"
          onKeyDown={onKeyDown}
          style={{ height: `${layout.height}px` }}
        >
          {indexes.map((index) => {
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
                  isActive={cursorIndex >= 0 ? row.id === cursor : index === first}
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

/** The properties of a {@link ListRow}. */
interface ListRowProps {
  row: Row
  /** Pixels from the upper end of all rows. */
  top: number
  position: number
  count: number
  isOpen: boolean
  /** The row that Tab leads to. */
  isActive: boolean
  /** Whether the row takes the focus, because the keys have just moved to it. */
  takesFocus: boolean
  onOpen: (row: Row) => void
}

// A row shows the beginning of a long text, and the detail all of it.
const longest = 200

function ListRow({ row, top, position, count, isOpen, isActive, takesFocus, onOpen }: ListRowProps) {
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
      <Visible as="span" class="row-title" text={title.slice(0, longest)} />
      <time>{timeOfDay(row.at)}</time>
      <Visible as="span" class="row-note" text={note.slice(0, longest)} />
      <span class="row-state">
        {deliveries.length > 1 && (
          <span class="dots" aria-hidden="true">
            {deliveries.slice(0, 6).map((each, index) => (
              <i key={index} class={each} />
            ))}
          </span>
        )}
        <Chip tone={tone} text={mark} />
      </span>
    </div>
  )
}

const empty: Record<Selection, string> = {
  events: 'No event and no refused request yet.',
  failed: 'Nothing has failed.',
  all: 'No entry yet.',
}

/** Says why the list is empty, and how to fill it. */
function NoRows() {
  const { store, page } = useApp()
  // The list may stay empty while the journal grows, because no entry passes the filter.
  void store.version.value
  const search = store.tail.state.value
  if (!store.isRead.value || search === 'open' || search === 'reading') return null
  if (store.isEmpty) return <FirstCommand />
  const isFiltered = page.query.value !== ''
  const isPart = page.show.value !== 'all'
  return (
    <div class="no-rows">
      <p>{isFiltered ? 'No entry passes the filter.' : empty[page.show.value]}</p>
      <div class="buttons">
        {isFiltered && <Button onClick={() => (page.query.value = '')}>Clear the filter</Button>}
        {isPart && <Button onClick={() => (page.show.value = 'all')}>Show everything</Button>}
      </div>
    </div>
  )
}

/** The command that fills the list of an empty mock. */
function FirstCommand() {
  const { control } = useApp()
  const body = { type: 'order.paid', data: { order: 1042 } }
  const command = control
    .curl({ method: 'POST', path: '/v1/events', body, key: '' })
    .replace('$EVENT_DELIVERY_API_KEY', 'sk_live_mock')
    .replace(/ (?=-H|--data-raw)/g, ' \\\n  ')
  return (
    <div class="no-rows">
      <div class="first-command">
        <p>This sends the first event:</p>
        <CopyButton label="Copy" name="Copy the command" text={command} />
      </div>
      <pre tabIndex={0} role="group" aria-label="A command that sends an event">
        {command}
      </pre>
      <FirstSteps />
    </div>
  )
}

const words: Record<Selection, string> = { events: 'Events', failed: 'Failing', all: 'All' }
const meanings: Record<Selection, string> = {
  events: 'Events and refused requests',
  failed: 'Refused requests, and events with a delivery that failed',
  all: 'All requests, events and notices',
}

/** The choice of what the list shows, and whether the list goes on. */
export function ListBar() {
  const { store, page } = useApp()
  void store.version.value
  const paused = store.paused.value
  const waiting = store.waiting.value
  const news = `${waiting.toLocaleString('en')} new`
  const count = store.shown.length
  return (
    <div class="list-bar">
      <div role="group" aria-label="Show" class="choices">
        {selections.map((show) => (
          <Button
            key={show}
            tone="quiet"
            title={meanings[show]}
            pressed={page.show.value === show}
            onClick={() => (page.show.value = show)}
          >
            {words[show]}
          </Button>
        ))}
      </div>
      <span
        class="faint"
        title="How many entries are shown. The list goes on into the store of the mock at its end."
      >
        <span class="count">{count.toLocaleString('en')}</span>
        {store.tail.state.value !== 'ended' && '+'}
      </span>
      <Button
        tone="quiet"
        pressed={paused}
        label={paused && waiting > 0 ? `Resume · ${news}` : undefined}
        onClick={() => (store.paused.value = !paused)}
      >
        {paused ? (waiting > 0 ? `▶ ${news}` : 'Resume') : 'Pause'}
      </Button>
    </div>
  )
}

import { useApp } from '../frame/app-context'
import { FirstSteps } from '../overview/first-steps'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import type { Selection } from '../store/place'

const empty: Record<Selection, string> = {
  events: 'No event and no refused request yet.',
  failed: 'Nothing has failed.',
  all: 'No entry yet.',
}

/** Says why the list is empty, and how to fill it. */
export function NoRows() {
  const { store, place } = useApp()
  // The list may stay empty while the journal grows, because no entry passes the filter.
  void store.version.value
  if (store.rows.length === 0) return <FirstCommand />
  const isFiltered = place.query.value !== ''
  const isPart = place.show.value !== 'all'
  return (
    <div class="no-rows">
      <p>{isFiltered ? 'No entry passes the filter.' : empty[place.show.value]}</p>
      <div class="buttons">
        {isFiltered && <Button onClick={() => (place.query.value = '')}>Clear the filter</Button>}
        {isPart && <Button onClick={() => (place.show.value = 'all')}>Show everything</Button>}
      </div>
    </div>
  )
}

/** The command that fills the list of an empty mock. */
function FirstCommand() {
  const { control } = useApp()
  const body = { type: 'order.paid', data: { order: 1042 } }
  const command = control
    .curl('POST', '/v1/events', body, { key: '' })
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

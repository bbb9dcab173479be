import { useApp } from '../frame/app-context'
import { Button } from '../ui/button'
import { EventDetail } from './event-detail'
import { NoticeDetail } from './notice-detail'
import { RequestDetail } from './request-detail'
import { StoredEventDetail } from './stored-event'

/** Everything about the open row. */
export function Detail() {
  const { store, place } = useApp()
  void store.version.value
  const open = place.open.value
  if (open === null) return <NothingOpen />
  const row = store.get(open)
  return (
    <section class="detail" aria-label="Detail" key={open}>
      <div class="detail-bar">
        <Button tone="quiet" label="Back to the list" onClick={() => (place.open.value = null)}>
          ← List
        </Button>
      </div>
      {row === undefined && (open.startsWith('evt_') ? <StoredEventDetail id={open} /> : <Gone />)}
      {row?.kind === 'event' && <EventDetail row={row} />}
      {row?.kind === 'request' && <RequestDetail request={row.request} />}
      {row?.kind === 'notice' && <NoticeDetail notice={row.notice} />}
    </section>
  )
}

function Gone() {
  return <p class="faint">The journal does not hold this entry any more.</p>
}

function NothingOpen() {
  return (
    <section class="detail nothing-open" aria-label="Detail">
      <p>
        Open an entry to follow it from its request to each attempt to deliver it. <kbd>j</kbd> and{' '}
        <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>?</kbd> shows all keys.
      </p>
    </section>
  )
}

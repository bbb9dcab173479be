import { useApp } from '../frame/app-context'
import { Button } from '../ui/button'
import { EventDetail } from './event-detail'
import { NoticeDetail } from './notice-detail'
import { RequestDetail } from './request-detail'

/** Everything about the open row. */
export function Detail() {
  const { store, place } = useApp()
  void store.version.value
  const open = place.open.value
  if (open === null) return <section class="detail empty" aria-label="Detail" />
  const row = store.get(open)
  return (
    <section class="detail" aria-label="Detail" key={open}>
      <Button tone="quiet" label="Back to the list" onClick={() => (place.open.value = null)}>
        ←
      </Button>
      {row === undefined && <p>The journal does not hold this entry any more.</p>}
      {row?.kind === 'event' && <EventDetail row={row} />}
      {row?.kind === 'request' && <RequestDetail request={row.request} />}
      {row?.kind === 'notice' && <NoticeDetail notice={row.notice} />}
    </section>
  )
}

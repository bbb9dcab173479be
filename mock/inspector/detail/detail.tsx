import { useComputed } from '@preact/signals'
import type { NoticeEntry } from '../../journal/notice'
import { LostBodies } from '../acts/compare-panel'
import { useApp } from '../frame/app'
import { openEvent } from '../list/cursor'
import { Overview } from '../overview/overview'
import { type EventRow, lostRequests, revisionOf } from '../store/row'
import { inBothTimes } from '../text/times'
import { Button } from '../ui/button'
import { EventDetail, StoredEventDetail } from './event-detail'
import { DetailHead, Gone } from './head'
import { RequestDetail } from './request-detail'

/** Everything about the open row. */
export function Detail() {
  const { store, page } = useApp()
  const open = page.open.value
  // Hundreds of entries may come in a second, and few of them concern the open row.
  const revision = useComputed(() => {
    void store.version.value
    return revisionOf(store.get(page.open.value ?? ''))
  })
  void revision.value
  if (open === null) return <Overview />
  const row = store.get(open)
  return (
    <section class="detail" aria-label="Detail" key={open} tabIndex={-1}>
      <div class="detail-bar">
        <Button tone="quiet" label="Back to the list" onClick={() => (page.open.value = null)}>
          ← List
        </Button>
      </div>
      {row === undefined && (open.startsWith('evt_') ? <StoredEventDetail id={open} /> : <GoneEntry />)}
      {row?.kind === 'event' &&
        (isOfJournal(row) ? <EventDetail row={row} /> : <StoredEventDetail id={open} />)}
      {row?.kind === 'request' && <RequestDetail request={row.request} />}
      {row?.kind === 'notice' && <NoticeDetail notice={row.notice} />}
    </section>
  )
}

const isOfJournal = ({ requests, attempts }: EventRow) => requests.length + attempts.length > 0

/** Stands for an entry that the journal has dropped. */
function GoneEntry() {
  const { store } = useApp()
  if (!store.isRead.value) return <p class="faint">Asking the mock …</p>
  const why = 'The journal does not hold it any more: newer entries took its place, or it was emptied.'
  return <Gone title="This entry is gone" why={why} />
}

/** Something that the mock did of its own accord. */
function NoticeDetail({ notice: { at, code, message } }: { notice: NoticeEntry }) {
  const app = useApp()
  const [about] = /\bevt_\w+/.exec(message) ?? []
  const row = app.store.get(about ?? '')
  return (
    <article>
      <DetailHead title={message} id={code} notes={[inBothTimes(at)]} />
      {row?.kind === 'event' && <LostBodies found={lostRequests(row)} />}
      {about !== undefined && <Button onClick={() => openEvent(app, about)}>Open the event</Button>}
    </article>
  )
}

import type { RequestEntry } from '../../journal/entry'
import { requestActs } from '../acts/slots'
import { readable } from '../text/times'
import { Chip, toneOfStatus } from '../ui/chip'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'
import { Visible } from '../ui/visible'

/** A request and its answer. */
export function RequestDetail({ request }: { request: RequestEntry }) {
  const { method, path, at, duration, status, headers, body, answer, refusal } = request
  return (
    <article>
      <h2>
        <Visible text={`${method} ${path}`} />
      </h2>
      <p class="faint">
        <Chip tone={toneOfStatus(status)} text={String(status)} /> {readable(at)} UTC · {duration} ms
      </p>
      {refusal && (
        <p class="refusal">
          <Visible text={refusal.message} />
        </p>
      )}
      <div class="acts">
        {requestActs.map((Act) => (
          <Act request={request} />
        ))}
      </div>
      <h3>Request</h3>
      <HeaderTable headers={headers} />
      {body !== undefined && <Payload title="Request body" text={body} />}
      {answer !== undefined && <Payload title="Answer" text={answer} />}
    </article>
  )
}

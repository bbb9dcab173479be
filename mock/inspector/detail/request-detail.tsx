import type { RequestEntry } from '../../journal/entry'
import { CopyRequest } from '../acts/copy'
import { useResource } from '../frame/use-resource'
import { duration as durationOf, inBothTimes } from '../text/times'
import { type Explanation, Grounds } from '../ui/grounds'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'
import { Chip, toneOfStatus, Visible } from '../ui/text'
import { DetailHead } from './head'
import { AffectingFaults } from './affecting-faults'

/** A request of its own, such as a refused one. */
export function RequestDetail({ request }: { request: RequestEntry }) {
  const { method, path, at, status } = request
  return (
    <article>
      <DetailHead title={`${method} ${path}`} isRoute notes={[inBothTimes(at)]}>
        <Chip tone={toneOfStatus(status)} text={String(status)} />
      </DetailHead>
      <ExplanationDetail request={request} />
      <Exchange request={request} heading="h3" />
    </article>
  )
}

/** The properties of an {@link Exchange}. `heading` is the level of its headings. */
interface ExchangeProps {
  request: RequestEntry
  heading?: 'h3' | 'h4'
}

/** A request and its answer, side by side where there is room. */
export function Exchange({ request, heading: Heading = 'h4' }: ExchangeProps) {
  const { duration, headers, body, answer, key, mode, fault, aborted, address } = request
  const notes = [
    key && (key.name === '' ? key.id : `key ${key.name}`),
    mode,
    `${durationOf(duration)}`,
    address && `from ${address}`,
    aborted && 'the client ended the connection first',
    request.replayed && 'repeated: the event was there already',
  ]
  return (
    <div class="exchange">
      <Visible as="p" class="faint" text={notes.filter(Boolean).join(' · ')} />
      <AffectingFaults cause={fault} />
      <div class="acts">
        <CopyRequest request={request} />
      </div>
      <div class="sides">
        <section>
          <Heading>Request</Heading>
          <HeaderTable headers={headers} />
          {body !== undefined && <Payload title="Request body" text={body} />}
        </section>
        <section>
          <Heading>Answer</Heading>
          {answer === undefined && <p class="faint">The answer had no body.</p>}
          {answer !== undefined && <Payload title="Answer body" text={answer} />}
        </section>
      </div>
    </div>
  )
}

/** The refusal, the rule behind it, and what would have been right. */
function ExplanationDetail({ request: { refusal, number } }: { request: RequestEntry }) {
  const path = refusal && `/__mock/journal/${number}/explanation`
  const { data } = useResource<Explanation>(path, { isFixed: true })
  if (!refusal) return null
  return (
    <section class="card explanation">
      <Visible as="h3" text={refusal.message} />
      <p class="faint">
        <code>{refusal.code}</code>
        {refusal.param !== undefined && (
          <>
            {' at '}
            <Visible as="code" text={refusal.param} />
          </>
        )}
      </p>
      {data && <Grounds of={data} />}
      {data?.rule === undefined && <p class="faint">{refusal.pointer}</p>}
    </section>
  )
}

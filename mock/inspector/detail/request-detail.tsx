import type { RequestEntry } from '../../journal/entry'
import { requestActs } from '../acts/slots'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { duration as durationOf, inBothTimes } from '../text/times'
import { HeaderTable } from '../ui/header-table'
import { Payload } from '../ui/payload'
import { Chip, Sentence, toneOfStatus, Visible } from '../ui/text'
import { Struck } from './struck'

/** A request of its own, such as a refused one. */
export function RequestDetail({ request }: { request: RequestEntry }) {
  const { method, path, at, status } = request
  return (
    <article>
      <header class="detail-head">
        <div class="head-line">
          <h2 class="route-title">
            <Visible text={`${method} ${path}`} />
          </h2>
          <Chip tone={toneOfStatus(status)} text={String(status)} />
        </div>
        <p class="faint ids">{inBothTimes(at)}</p>
      </header>
      <ExplanationDetail request={request} />
      <Exchange request={request} />
    </article>
  )
}

/** A request and its answer, side by side where there is room. */
export function Exchange({ request }: { request: RequestEntry }) {
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
      <p class="faint">
        <Visible text={notes.filter(Boolean).join(' · ')} />
      </p>
      <Struck cause={fault} />
      <div class="acts">
        {requestActs.map((Act, index) => (
          <Act key={index} request={request} />
        ))}
      </div>
      <div class="sides">
        <section>
          <h4>Request</h4>
          <HeaderTable headers={headers} />
          {body !== undefined && <Payload title="Request body" text={body} />}
        </section>
        <section>
          <h4>Answer</h4>
          {answer === undefined ? (
            <p class="faint">The answer had no body.</p>
          ) : (
            <Payload title="Answer body" text={answer} />
          )}
        </section>
      </div>
    </div>
  )
}

/** Why a request was refused, as `GET /__mock/journal/:number/explanation` tells it. */
interface Explanation {
  param?: string
  rule?: { id: string; text: string; source?: string; kind: 'rule' | 'question' }
  near?: { field?: string; sent?: unknown; right?: unknown; hint: string }
  link?: string
}

/** The refusal, the rule behind it, and what would have been right. */
function ExplanationDetail({ request }: { request: RequestEntry }) {
  const { root } = useApp()
  const { refusal, number } = request
  const { data } = useResource<Explanation>(refusal && `/__mock/journal/${number}/explanation`, {
    isFixed: true,
  })
  if (!refusal) return null
  const { rule, near, link } = data ?? {}
  return (
    <section class="card explanation">
      <h3>
        <Visible text={refusal.message} />
      </h3>
      <p class="faint">
        <code>{refusal.code}</code>
        {refusal.param !== undefined && (
          <>
            {' at '}
            <code>
              <Visible text={refusal.param} />
            </code>
          </>
        )}
      </p>
      {near && <NearMiss near={near} />}
      {rule && (
        <p>
          <b>{rule.id}</b> <Sentence text={rule.text} />
          {rule.source && <span class="faint"> ({rule.source})</span>}
        </p>
      )}
      {rule === undefined && <p class="faint">{refusal.pointer}</p>}
      {/* A page that mounts the inspector has no reference at this address. */}
      {link !== undefined && link.startsWith('/__mock/docs') && root instanceof Document && (
        <p>
          <a href={link} target="_blank" rel="noopener">
            Read it in the reference
          </a>
        </p>
      )}
    </section>
  )
}

/** The value that was sent, and the one that would do. */
function NearMiss({ near: { field, sent, right, hint } }: { near: NonNullable<Explanation['near']> }) {
  return (
    <div class="near">
      <p>
        <Visible text={hint} />
      </p>
      {right !== undefined && (
        <dl>
          <div>
            <dt>
              <Visible text={`${field ?? 'value'} sent`} />
            </dt>
            <dd>
              <Value value={sent} />
            </dd>
          </div>
          <div>
            <dt>would do</dt>
            <dd>
              <Value value={right} />
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span>nothing</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <code>
      <Visible text={text.length > 300 ? `${text.slice(0, 300)}…` : text} />
    </code>
  )
}

import type { RequestEntry } from '../../journal/entry'
import { useApp } from '../frame/app-context'
import { useResource } from '../frame/use-resource'
import { Sentence } from '../ui/sentence'
import { Visible } from '../ui/visible'

/** Why a request was refused, as `GET /__mock/journal/:number/explanation` tells it. */
interface Explanation {
  param?: string
  rule?: { id: string; text: string; source?: string; kind: 'rule' | 'question' }
  near?: { field?: string; sent?: unknown; right?: unknown; hint: string }
  link?: string
}

/** The refusal, the rule behind it, and what would have been right. */
export function ExplanationDetail({ request }: { request: RequestEntry }) {
  const { root } = useApp()
  const { data } = useResource<Explanation>(`/__mock/journal/${request.number}/explanation`, {
    isFixed: true,
  })
  const { refusal } = request
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

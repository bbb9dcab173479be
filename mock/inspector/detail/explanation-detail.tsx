import type { RequestEntry } from '../../journal/entry'
import { useApp } from '../frame/app-context'
import { useResource } from '../frame/use-resource'
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
      {near && (
        <p class="near">
          <b>What would do: </b>
          <Visible text={near.hint} />
        </p>
      )}
      {rule && (
        <p>
          <b>{rule.id}</b> <Visible text={rule.text} />
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

import { useApp } from '../frame/app'
import { Line, Sentence, Visible } from './text'

/** Why the mock refused a request, or would refuse it. */
export interface Explanation {
  rule?: { id: string; text: string; source?: string }
  near?: { field?: string; sent?: unknown; right?: unknown; hint: string }
  /** A place in the API reference of the mock. */
  link?: string
}

/** Shows what would have been right, and the rule that says so. */
export function Grounds({ of: { rule, near, link } }: { of: Explanation }) {
  const { root } = useApp()
  return (
    <>
      {near && <NearMiss near={near} />}
      {rule && (
        <p>
          <b>{rule.id}</b> <Sentence text={rule.text} />
          {rule.source && <span class="faint"> ({rule.source})</span>}
        </p>
      )}
      {/* A page that mounts the inspector has no reference at this address. */}
      {link?.startsWith('/__mock/docs') && root instanceof Document && (
        <p>
          <a href={link} target="_blank" rel="noopener">
            Read it in the reference
          </a>
        </p>
      )}
    </>
  )
}

/** The value that was sent, and the one that would do. */
function NearMiss({ near: { field, sent, right, hint } }: { near: NonNullable<Explanation['near']> }) {
  return (
    <div class="near">
      <Visible as="p" text={hint} />
      {right !== undefined && (
        <dl>
          <Line name={<Visible text={`${field ?? 'value'} sent`} />}>
            <Value value={sent} />
          </Line>
          <Line name="would do">
            <Value value={right} />
          </Line>
        </dl>
      )}
    </div>
  )
}

function Value({ value }: { value: unknown }) {
  if (value === undefined) return <span>nothing</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return <Visible as="code" text={text.length > 300 ? `${text.slice(0, 300)}…` : text} />
}

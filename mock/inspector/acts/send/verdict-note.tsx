import { Sentence } from '../../ui/sentence'
import { Visible } from '../../ui/visible'
import type { Verdict } from './check'

/** The mock's verdict on a body that somebody is writing. */
export function VerdictNote({ verdict }: { verdict: Verdict | undefined }) {
  if (!verdict) return null
  if (verdict.ok) return <p class="good-note">The mock would take it.</p>
  const { message, param, rule, near, link } = verdict.explanation
  return (
    <div class="verdict" data-rule={rule?.id} data-param={param}>
      <p class="problem">
        <Visible text={message} />
      </p>
      {near && (
        <p>
          <Visible text={near.hint} />
        </p>
      )}
      {rule && (
        <p class="faint">
          <b>{rule.id}</b> <Sentence text={rule.text} />
        </p>
      )}
      {link.startsWith('/__mock/docs') && (
        <a href={link} target="_blank" rel="noreferrer">
          Read it in the reference
        </a>
      )}
    </div>
  )
}

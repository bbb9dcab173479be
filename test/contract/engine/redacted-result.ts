import { Exchange } from '../wire/exchange'
import type { CheckResult, Evidence } from './report'
import type { Redactor } from '../wire/redact'

/**
 * A result without secrets, also without those that became known after it. Only what a deployment may have said is redacted,
 * value by value: a secret may be a part of anything that the suite itself writes, as `passed`, and a deployment chooses it.
 */
export function redactResult(result: CheckResult, redactor: Redactor): CheckResult {
  const { message, expected, received, evidence } = result
  return {
    ...result,
    message: redactor.redact(message),
    ...(expected !== undefined && { expected: redactor.redact(expected) }),
    ...(received !== undefined && { received: redactor.redact(received) }),
    evidence: evidence.map((one) => redactEvidence(one, redactor)),
  }
}

function redactEvidence(evidence: Evidence, redactor: Redactor): Evidence {
  // An exchange redacts itself when it is read.
  if (evidence instanceof Exchange) return evidence.snapshot()
  return redactStrings(evidence, redactor, { names: partsOfEvidence }) as Evidence
}

/** The names that the suite itself gives to the parts of evidence. */
const partsOfEvidence: ReadonlySet<string> = new Set([
  ...['request', 'response', 'status', 'headers', 'body', 'failure', 'durationMs'],
  ...['delivery', 'method', 'path'],
])

/** The texts of a value that stay as they are, because the suite itself wrote them. */
interface OwnTexts {
  names: ReadonlySet<string>
  values?: ReadonlySet<string>
}

/** Redacts all other texts of a value. Names are texts too: a header may have any. */
export function redactStrings(value: unknown, redactor: Redactor, own: OwnTexts): unknown {
  if (typeof value === 'string') return own.values?.has(value) ? value : redactor.redact(value)
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, redactor, own))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      own.names.has(name) ? name : redactor.redact(name),
      redactStrings(item, redactor, own),
    ]),
  )
}

import { rules } from '../../../generated/rules'
import { beginning, searched } from '../wire/beginning'
import type { Check } from './check'
import type { CheckResult } from './report'
import type { Context } from './context'
import type { Violation } from './outcome'

const levels = new Map(rules.map(({ id, level }) => [id, level]))
/** The most characters of an expected or received value in a result. */
const mostCharacters = 500

/** The result of a check that found rules broken. */
export function describeViolation(
  { rules, message, details }: Violation,
  check: Check,
  context: Context,
): Pick<CheckResult, 'status' | 'message'> & Partial<CheckResult> {
  const { expected, received, evidence, onlyWarns = false } = details
  // A broken `must` fails, whatever check comes upon it. Open questions have no level, so that theirs is the check's.
  const isMust = rules.some((rule) => (levels.get(rule) ?? check.level) === 'must')
  const named = rules.length > 0 ? `${rules.join(', ')}: ` : ''
  return {
    status: isMust && !onlyWarns ? 'failed' : 'warned',
    message: `${named}${message}`,
    violates: rules,
    rules: [...new Set([...check.rules, ...rules])],
    expected: toText(expected, context),
    received: toText(received, context),
    // A reader looks for the evidence of a violation at the end.
    evidence: evidence && [...context.evidence.filter((one) => one !== evidence), evidence],
  }
}

/** A value as text. Secrets are redacted before the text is cut: a part of a secret would not be recognised. */
function toText(value: unknown, context: Context): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const redacted = context.redact(beginning(text, searched))
  return beginning(redacted, mostCharacters) + (redacted.length > mostCharacters ? '…' : '')
}

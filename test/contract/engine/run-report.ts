import { dialectSchema } from '../../../generated/dialect'
import { judgeRules } from './rule-states'
import { redactResult, redactStrings } from './redacted-result'
import { summarize, verdictOf } from './verdict'
import { version } from './version'
import type { CheckResult, Report, RunSettings } from './report'
import type { RunOptions } from './options'
import type { Session } from './session'

/** The kinds of keys, in the order in which a report names them. */
const kinds = ['live', 'test', 'scoped', 'expired'] as const

/** The names and values that the dialect's schema states. A secret may be the same as one of them. */
const dialectWords: ReadonlySet<string> = new Set(textsIn(dialectSchema))

/** The parts of a report that a run knows once it is over. */
interface RunFacts {
  startedAt: Date
  durationMs: number
  /** Why the run as a whole could not be made. */
  error?: string
}

/** The report of a run that is over. */
export function reportOf(
  session: Session,
  options: RunOptions,
  results: readonly CheckResult[],
  { startedAt, durationMs, error }: RunFacts,
): Report {
  const { client, keys, notes, redactor, settings, target } = session
  const summary = summarize(results, session.flaky)
  const { invocation } = options
  const own = { names: dialectWords, values: dialectWords }
  return {
    verdict: verdictOf(summary, error),
    suite: { version },
    target: { baseUrl: target.baseUrl },
    mode: settings.mode,
    startedAt: startedAt.toISOString(),
    durationMs,
    summary,
    checks: results.map((result) => redactResult(result, redactor)),
    rules: judgeRules(results).map(({ rule: { id }, state }) => ({ id, state })),
    seed: settings.seed,
    settings: settingsOfReport(session),
    keys: kinds.filter((kind) => keys.of(kind).length > 0),
    ...(invocation && { invocation: { args: invocation.args.map((word) => redactor.redact(word)) } }),
    requests: client.sent,
    dialect: redactStrings(session.dialect, redactor, own) as Report['dialect'],
    ...(error !== undefined && { error: redactor.redact(error) }),
    ...(notes.length > 0 && { notes: notes.map((note) => redactor.redact(note)) }),
  }
}

function settingsOfReport({ pacer: { rate }, settings }: Session): RunSettings {
  const { samples, requestTimeout, listingTimeout, deliveryTimeout, timeLimit, plan, idempotency } = settings
  return {
    ...{ samples, requestTimeout, listingTimeout, deliveryTimeout, timeLimit },
    ...(rate !== Infinity && { rate }),
    ...(plan !== undefined && { plan }),
    ...(idempotency && { idempotency }),
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
}

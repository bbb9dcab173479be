import { dialectSchema } from '../../../generated/dialect'
import { judgeRules, summarize, verdictOf } from './verdict'
import { statable, type Statable } from './observed-dialect'
import { version } from './version'
import { beginning, Exchange, redactedHeaders, searched } from '../wire/exchange'
import { toHar, type HarExchange } from '../wire/har'
import type { CheckResult, Report, Evidence } from './report'
import type { Delivery } from '../receiver/inbox'
import type { Session } from './session'
import type { Redactor } from '../../../src/core/redaction'

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
  results: readonly CheckResult[],
  { startedAt, durationMs, error }: RunFacts,
): Report {
  const { client, dialect: observed, keys, ledger, pacer, redactor, settings, target } = session
  const { mode, seed, dialect: _pinned, ...run } = settings
  const rules = judgeRules(results)
  const summary = summarize(results, rules, client.flaws.length)
  const { invocation } = session.options
  const own = { names: dialectWords, values: dialectWords }
  let parted: Statable | undefined
  // Few reports of runs in process are read down to their dialect, and each part of it is held against the schema.
  const part = () => (parted ??= statable(redactStrings(observed, redactor, own) as Report['dialect']))
  return {
    verdict: verdictOf(summary, error),
    suite: { version },
    target: { baseUrl: target.baseUrl },
    mode,
    startedAt: startedAt.toISOString(),
    durationMs,
    summary,
    checks: results.map((result) => redactResult(result, redactor)),
    rules: rules.map(({ rule: { id }, state }) => ({ id, state })),
    seed,
    settings: { ...run, ...(pacer.rate !== Infinity && { rate: pacer.rate }) },
    keys: [...new Set(keys.map(({ kind }) => kind))] as Report['keys'],
    ...(invocation && { invocation: { args: invocation.args.map((word) => redactor.redact(word)) } }),
    requests: client.sent,
    get dialect() {
      return part().dialect
    },
    get notStated() {
      const { leftOut } = part()
      return Object.keys(leftOut).length > 0 ? leftOut : undefined
    },
    ...(error !== undefined && { error: redactor.redact(error) }),
    ...(ledger.failure !== undefined && { notes: [redactor.redact(ledger.failure)] }),
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
}

/**
 * A result without secrets, also without those that became known after it. Only what a deployment may have said is redacted,
 * value by value: a secret may be a part of anything that the suite itself writes, as `passed`, and a deployment chooses it.
 */
function redactResult(result: CheckResult, redactor: Redactor): CheckResult {
  const { evidence, ...told } = result
  const { message, expected, received, difference } = told
  let shown: Evidence[] | undefined
  return {
    ...told,
    message: redactor.redact(message),
    ...(expected !== undefined && { expected: redactor.redact(expected) }),
    ...(received !== undefined && { received: redactor.redact(received) }),
    ...(difference !== undefined && { difference: redactor.redact(difference) }),
    // Few results are ever read down to their evidence, and to redact all of it takes a sixteenth of the time of a run.
    get evidence() {
      return (shown ??= evidence.map((one) => redactEvidence(one, redactor)))
    },
  }
}

function redactEvidence(evidence: Evidence, redactor: Redactor): Evidence {
  // An exchange redacts itself when it is read.
  if (evidence instanceof Exchange) return evidence.toJSON()
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
function redactStrings(value: unknown, redactor: Redactor, own: OwnTexts): unknown {
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

/** All requests and deliveries of a run as a HAR 1.2, redacted with every secret that is known by now. */
export function trafficOf(session: Session): object {
  const { receiver } = session.target
  const deliveries = receiver?.inbox.of(session.prefix) ?? []
  const redact = (text: string) => session.redactor.redact(text)
  return toHar({ name: 'event-delivery-conformance', version }, [
    ...session.exchanges.map((one) => one.whole()),
    ...deliveries.map((one) => fromDelivery(one, receiver?.baseUrl ?? '', redact)),
  ])
}

function fromDelivery(
  { method, path, headers, body, text, receivedAt, answer }: Delivery,
  baseUrl: string,
  redact: (text: string) => string,
): HarExchange {
  return {
    startedAt: receivedAt,
    durationMs: Math.round(answer?.after ?? 0),
    request: {
      method,
      url: redact(baseUrl + path),
      headers: redactedHeaders(headers, redact),
      body: redact(beginning(text, searched)),
      size: body.byteLength,
    },
    ...(answer && { response: { status: answer.status, headers: {}, body: '', size: 0 } }),
    comment: 'A delivery to the receiver of the suite.',
  }
}

import type { OperationDescription } from '../../generated/operations'
import { authenticate, authorize } from '../access/authentication'
import { htmlAnswer, resetAnswer, truncatedAnswer } from '../faults/answers'
import type { RequestFaultKind } from '../faults/fault'
import { appliedPreferences, preferences, type Preferences } from '../faults/prefer'
import { preferredAnswer } from '../faults/preferred-answer'
import type { Strike } from '../faults/registry'
import type { Answer } from '../http/answer'
import { rateLimited } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { Match } from '../http/router'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import type { StoredKey } from '../store/store'
import { operationHandlers } from './handlers'

/** The findings about a request on its way, for the journal. A refusal leaves the later ones out. */
export interface Trace {
  operation?: OperationDescription
  key?: StoredKey
  /** The fault that struck, with its seed and draw. */
  fault?: string
}

/** A request that was matched with an operation, and not judged yet. */
export interface MatchedRequest {
  headers: Headers
  match: Match
  search: string
  read: BodyReader
}

/** Carries out an operation, or what the `Prefer` header or a fault puts in its place. */
export async function carryOut(
  { headers, match: { operation, params }, search, read }: MatchedRequest,
  settings: Settings,
  state: State,
  trace: Trace,
): Promise<Answer> {
  const { dialect, clock } = settings
  trace.operation = operation
  const key = await authenticate(headers, state.store, clock.now())
  trace.key = key
  const wait = await state.rateLimiter.take(key.id, clock.now())
  if (wait > 0) throw rateLimited(dialect, wait, clock.now())
  authorize(key, operation.scope)

  const prefer = headers.get('prefer')
  const preferred = prefer === null ? {} : preferences(prefer)
  // A request that asks for an answer or a fault itself is left alone by the injected faults.
  const asksItself = preferred.code ?? preferred.example ?? preferred.fault
  const strike = asksItself === undefined ? state.faults.strikeRequest(operation.id) : undefined
  if (preferred.fault) trace.fault = `Prefer; kind=${preferred.fault}`
  const interference = strike ? interferenceOf(strike, preferred) : preferred
  const perform = () =>
    operationHandlers[operation.id](
      { headers, params, query: new URLSearchParams(search), key, read },
      settings,
      state,
    )
  if (interference.delay) await pass(interference.delay, settings)
  const answer = await interfere(interference, operation, settings, perform)

  const applied = appliedPreferences(preferred)
  if (applied) answer.headers['preference-applied'] = applied
  if (strike) answer.headers['mock-fault'] = trace.fault = strike.report
  return answer
}

/** The changes to the usual course of a request, whether preferred by the request or caused by a fault. */
interface Interference extends Preferences {
  /** `Retry-After` in seconds. */
  retryAfter?: number
}

function interferenceOf(
  { kind, status, retryAfter, latency }: Strike<RequestFaultKind>,
  { delay }: Preferences,
): Interference {
  const fault = kind === 'status' || kind === 'latency' ? undefined : kind
  const code = kind === 'status' ? (status ?? 503) : status
  return { code, fault, retryAfter, delay: latency ?? delay }
}

/** Answers with the operation's own answer, or with another one where the interference says so. */
async function interfere(
  interference: Interference,
  operation: OperationDescription,
  { dialect, clock }: Settings,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const { code, example, fault, retryAfter } = interference
  if (fault === 'reset') return resetAnswer(dialect)
  if (fault === 'html') return htmlAnswer(code ?? 502, retryAfter, dialect, clock.now())
  const answer =
    code !== undefined || example !== undefined
      ? preferredAnswer(interference, { operation, dialect, now: clock.now(), seconds: retryAfter })
      : await perform()
  if (fault === 'reset-after-commit') return resetAnswer(dialect)
  return fault === 'truncated' ? truncatedAnswer(answer) : answer
}

function pass(milliseconds: number, { clock }: Settings): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(resolve, milliseconds)
  })
}

import type { OperationDescription } from '../../generated/operations'
import { authenticate, authorize } from '../access/authentication'
import { htmlAnswer, resetAnswer, truncatedAnswer } from '../faults/answers'
import type { RequestFaultKind } from '../faults/fault'
import type { Strike } from '../faults/registry'
import type { Answer } from '../http/answer'
import { applied, preferences, preferredAnswer, type Preferences } from '../faults/prefer'
import { rateLimited } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { Match } from '../http/router'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import type { StoredKey } from '../store/store'
import { operationHandlers } from './handlers'

/** What a request turned out to be on its way, for the journal. */
export interface Trace {
  operation?: OperationDescription
  key?: StoredKey
  /** The fault that struck, with its seed and draw. */
  fault?: string
}

/** A request to an operation, before anything of it was judged. */
export interface Arrival {
  headers: Headers
  match: Match
  search: string
  read: BodyReader
}

/** Carries out an operation, or what the `Prefer` header or a fault puts in its place. */
export async function carryOut(
  { headers, match: { operation, params }, search, read }: Arrival,
  settings: Settings,
  state: State,
  trace: Trace,
): Promise<Answer> {
  const { dialect, clock } = settings
  trace.operation = operation
  const key = await authenticate(headers, state.store, dialect, clock.now())
  trace.key = key
  const wait = await state.limiter.take(key.id, clock.now())
  if (wait > 0) throw rateLimited(dialect, wait, clock.now())
  authorize(key, operation.scope, dialect)

  const prefer = headers.get('prefer')
  const preferred = prefer === null ? {} : preferences(prefer)
  // What a request asks for itself is not left to chance.
  const asked = preferred.code ?? preferred.example ?? preferred.fault
  const strike = asked === undefined ? state.faults.strikeRequest(operation.id) : undefined
  if (preferred.fault) trace.fault = `Prefer; kind=${preferred.fault}`
  const wanted = strike ? struck(strike, preferred) : preferred
  const perform = () =>
    operationHandlers[operation.id](
      { headers, params, query: new URLSearchParams(search), key, read },
      settings,
      state,
    )
  if (wanted.delay) await pass(wanted.delay, settings)
  const answer = await interfered(wanted, operation, settings, perform)

  const preferencesApplied = applied(preferred)
  if (preferencesApplied) answer.headers['preference-applied'] = preferencesApplied
  if (strike) answer.headers['mock-fault'] = trace.fault = strike.report
  return answer
}

interface Wanted extends Preferences {
  /** Seconds. */
  retryAfter?: number
}

function struck(
  { kind, status, retryAfter, latency }: Strike<RequestFaultKind>,
  { delay }: Preferences,
): Wanted {
  const fault = kind === 'status' || kind === 'latency' ? undefined : kind
  const code = kind === 'status' ? (status ?? 503) : status
  return { code, fault, retryAfter, delay: latency ?? delay }
}

async function interfered(
  wanted: Wanted,
  operation: OperationDescription,
  { dialect, clock }: Settings,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const { code, example, fault, retryAfter } = wanted
  if (fault === 'reset') return resetAnswer(dialect)
  if (fault === 'html') return htmlAnswer(code ?? 502, retryAfter, dialect, clock.now())
  const answer =
    code !== undefined || example !== undefined
      ? preferredAnswer(wanted, operation, dialect, clock.now(), retryAfter)
      : await perform()
  if (fault === 'reset-after-commit') return resetAnswer(dialect)
  return fault === 'truncated' ? truncatedAnswer(answer) : answer
}

function pass(milliseconds: number, { clock }: Settings): Promise<void> {
  return new Promise((resolve) => {
    clock.schedule(clock.now() + milliseconds, resolve)
  })
}

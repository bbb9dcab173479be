import { authenticate, authorize } from '../access/authentication'
import { preferences } from '../faults/prefer'
import type { Answer } from '../http/answer'
import { rateLimited } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import type { Match } from '../http/router'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import { operationHandlers } from './handlers'
import { carryOutOtherwise } from './interference'
import type { Trace } from './trace'

/** A request that was matched with an operation, and not judged yet. */
export interface MatchedRequest {
  request: Request
  match: Match
  search: string
  read: BodyReader
}

/** Carries out an operation, or what the `Prefer` header or a fault puts in its place. */
export async function carryOut(
  { request, match: { operation, params }, search, read }: MatchedRequest,
  settings: Settings,
  state: State,
  trace: Trace,
): Promise<Answer> {
  const { dialect, clock, plan } = settings
  const { headers } = request
  trace.operation = operation
  const key = await authenticate(headers, state.store, clock.now())
  trace.key = key
  state.secrets.learn(key.key)
  const { rate } = plan
  const wait = rate === Infinity ? 0 : await state.store.take(key.id, clock.now(), rate)
  if (wait > 0) throw rateLimited(dialect, wait, clock.now())
  authorize(key, operation.scope)

  const perform = () =>
    operationHandlers[operation.id]({ headers, params, search, key, read }, settings, state)
  const prefer = headers.get('prefer')
  const preferred = prefer === null ? {} : preferences(prefer)
  // A request that asks for an answer or a fault itself is left alone by the injected faults.
  const asksItself = preferred.code ?? preferred.example ?? preferred.fault
  const struck = asksItself === undefined ? state.faults.strikeRequest(operation.id) : undefined
  const strike = struck instanceof Promise ? await struck : struck
  if (strike || prefer !== null) {
    return carryOutOtherwise({ request, operation, read, perform, preferred, strike }, settings, state, trace)
  }
  const answer = await perform()
  trace.about = answer.about
  return answer
}

import type { Answer } from '../http/answer'
import type { BodyReader, SentHeaders } from '../http/request-body'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'
import type { StoredKey } from '../store/records'

/** A request that was routed, authenticated and authorized. */
export interface OperationRequest {
  headers: SentHeaders
  params: Record<string, string>
  /** The query without its `?`. */
  search: string
  key: StoredKey
  read: BodyReader
}

/**
 * Carries out one operation, at once where nothing has to be waited for. Throws a `Refusal`, or rejects with it, for a request that it
 * does not accept.
 */
export type OperationHandler = (
  request: OperationRequest,
  settings: Settings,
  state: State,
) => Answer | Promise<Answer>

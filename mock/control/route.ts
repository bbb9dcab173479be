import type { Answer } from '../http/answer'
import { invalidRequest } from '../http/refusal'
import type { BodyReader } from '../http/request-body'
import { strayField } from '../settings/stray-field'
import type { State } from '../state/state'

/** A control request that passed the guard. */
export interface ControlRequest {
  /** The JSON object in the body of a POST. */
  body: Record<string, unknown>
  /** Reads the body of a PUT, which can be large. */
  read: BodyReader
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** The whole URL, as the request's sender sees it. */
  url: string
  /** The session that the request names. `null` means the main state. */
  session: string | null
}

/** A control handler returns this when its answer is not JSON. */
export class ControlAnswer {
  constructor(readonly answer: Answer) {}
}

/** A control handler returns this where it has made something: the answer is 201 with the JSON of it. */
export class Made {
  constructor(readonly value: object) {}
}

/** Carries out a control request. The result is the JSON of the answer, `undefined` for an empty one. */
export type ControlHandler = (request: ControlRequest, state: State) => unknown

/** Control routes by `METHOD /path`, below `/__mock`. */
export type ControlRoutes = Record<string, ControlHandler>

/** Refuses a body with a field that a thing does not have, and names the nearest one that it has. */
export function refuseStray(body: object, known: readonly string[], thing: string): void {
  const stray = strayField(body, known, thing)
  if (stray) throw invalidRequest(stray.message, stray.field)
}

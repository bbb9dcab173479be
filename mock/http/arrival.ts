import type { Answer } from './answer'
import { permitCrossOrigin } from './cors'
import type { BodyReader } from './request-body'

/** A request as it arrives, with the parts of its URL that decide where it goes. */
export interface Arrival {
  request: Request
  path: string
  /** The query without its `?`. */
  search: string
  /** Reads the body in the way of the platform that received it. */
  read: BodyReader
}

/** Answers the requests that are addressed to it, errors included. */
export type RequestHandler = (arrival: Arrival) => Promise<Answer>

/** The arrival of a request. Its URL is cut by hand, because parsing all of it would cost more than the routing does. */
export function arrivalOf(request: Request, read: BodyReader): Arrival {
  const { url } = request
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const fragment = url.indexOf('#')
  const target = start < 0 ? '/' : url.slice(start, fragment < 0 ? undefined : fragment)
  const query = target.indexOf('?')
  return query < 0
    ? { request, path: target, search: '', read }
    : { request, path: target.slice(0, query), search: target.slice(query + 1), read }
}

/** Completes an answer for its request: a page of another origin may read it, and HEAD gets no body. */
export function completeFor({ method, headers }: Request, answer: Answer): Answer {
  if (headers.get('origin') !== null && !('access-control-allow-origin' in answer.headers)) {
    permitCrossOrigin(answer)
  }
  if (method === 'HEAD') answer.body = null
  return answer
}

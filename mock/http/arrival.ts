import type { Answer } from './answer'
import { permitCrossOrigin } from './cors'
import type { BodyReader } from './request-body'

/** The details of a request that only the face knows, because a `Request` does not hold them. */
export interface Peer {
  /** The address of the client's socket. */
  address?: string
  /** The headers as they were sent: names and values in turn, names in the sender's letters, doubles kept. */
  rawHeaders?: readonly string[]
  /** The target of the request line as it was sent. */
  target?: string
  /** Scheme, address and port at which the face listens, such as `http://127.0.0.1:4010`. */
  origin?: string
  /** Whether the client has ended the connection. Cheaper than the request's signal, which listens. */
  gone?: () => boolean
}

/** A request as it arrives, with the parts of its URL that decide where it goes. */
export interface Arrival {
  request: Request
  path: string
  /** The query without its `?`. */
  search: string
  /** Reads the body in the way of the platform that received it. */
  read: BodyReader
  /** Absent in process and under MSW, where there is no socket. */
  peer?: Peer
}

/** Answers the requests that are addressed to it, errors included. */
export type RequestHandler = (arrival: Arrival) => Promise<Answer>

/** The arrival of a request. Its URL is cut by hand, because parsing all of it would cost more than the routing does. */
export function arrivalOf(request: Request, read: BodyReader, peer?: Peer): Arrival {
  const { url } = request
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const fragment = url.indexOf('#')
  const target = start < 0 ? '/' : url.slice(start, fragment < 0 ? undefined : fragment)
  const query = target.indexOf('?')
  return query < 0
    ? { request, path: target, search: '', read, peer }
    : { request, path: target.slice(0, query), search: target.slice(query + 1), read, peer }
}

/** Completes an answer for its request: a page of another origin may read it, and HEAD gets no body. */
export function completeFor({ method, headers }: Request, answer: Answer): Answer {
  if (headers.get('origin') !== null && !('access-control-allow-origin' in answer.headers)) {
    permitCrossOrigin(answer)
  }
  if (method === 'HEAD') answer.body = null
  return answer
}

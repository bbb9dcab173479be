import type { Answer } from './answer'
import { permitCrossOrigin } from './cors'
import type { BodyReader, SentHeaders } from './request-body'

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
  /** The headers and the URL of the `Request`, where the face has them without making the parts of a `Request` that hold them. */
  headers?: Pick<Headers, 'get'>
  /** The whole URL, as `Request.url` has it. */
  url?: string
}

/** A request as it arrives, with the parts of its URL that decide where it goes. */
export interface Arrival {
  request: Request
  method: string
  url: string
  headers: SentHeaders
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
  const { method } = request
  const url = peer?.url ?? request.url
  const headers = peer?.headers ?? request.headers
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const fragment = url.indexOf('#')
  const target = start < 0 ? '/' : url.slice(start, fragment < 0 ? undefined : fragment)
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  const search = query < 0 ? '' : target.slice(query + 1)
  return { request, method, url, headers, path, search, read, peer }
}

/** Completes an answer for its request: a page of another origin may read it, and HEAD gets no body. */
export function completeFor(
  { method, headers }: Pick<Arrival, 'method' | 'headers'>,
  answer: Answer,
): Answer {
  if (headers.get('origin') !== null && !('access-control-allow-origin' in answer.headers)) {
    permitCrossOrigin(answer)
  }
  if (method === 'HEAD') answer.body = null
  return answer
}

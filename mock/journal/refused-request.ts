import { keptBytes } from './kept-body'
import type { RecordedRequest } from './record'

/** A request that a face refused before it reached the backend, as far as it could be read. */
export interface RefusedRequest {
  /** Absent where the request line could not be read. */
  method?: string
  /** The target of the request line. Absent where it could not be read. */
  target?: string
  /** Names and values in turn, as they were sent. */
  rawHeaders?: readonly string[]
  /** The beginning of the body, where some of it came. */
  body?: Uint8Array
  /** Whether the body went on beyond its beginning. */
  cut?: boolean
  /** The status, code and message of the answer. */
  status: number
  code: string
  message: string
  /** The address of the client's socket. */
  address?: string
  /** Scheme, address and port at which the face listens. */
  origin?: string
}

/** The record of a request that a face refused at `now`. */
export function recordOfRefused(refused: RefusedRequest, now: number): RecordedRequest {
  const { method = '', target = '', rawHeaders = [], body, cut = false } = refused
  const { status, code, message, address, origin } = refused
  return {
    number: 0,
    at: now,
    duration: 0,
    method,
    url: `${origin ?? 'http://localhost'}${target.startsWith('/') ? target : '/'}`,
    path: target,
    headers: rawHeaders,
    isRaw: refused.rawHeaders !== undefined,
    address,
    target,
    origin,
    body: body && body.length > 0 ? keptBytes(body, cut) : undefined,
    status,
    refusal: { status, code, message, param: undefined, pointer: undefined, situation: undefined },
  }
}

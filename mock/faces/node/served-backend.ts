import type { Answer } from '../../http/answer'
import type { BodyReader } from '../../http/request-body'

/** The client of a request as Node knows it. */
export interface Peer {
  address?: string
  /** Names and values in turn, as they were sent. */
  rawHeaders?: readonly string[]
  /** The target as it was sent. */
  target?: string
}

/** A request that was refused before it reached the backend. */
export interface RefusedRequest {
  method?: string
  target?: string
  rawHeaders?: readonly string[]
  body?: Uint8Array
  status: number
  code: string
  message: string
  address?: string
}

/** The part of a backend that the Node face needs. */
export interface ServedBackend {
  answer(request: Request, read?: BodyReader, peer?: Peer): Promise<Answer>
  /** Writes a request into the journal that was refused before it reached the backend. */
  record?(refused: RefusedRequest): void
  /** Whether clients beyond this machine may be answered. */
  readonly exposed?: boolean
  /** Prepares the backend for clients beyond this machine. Throws a `TypeError` where it is not safe. */
  expose?(): Promise<void>
}

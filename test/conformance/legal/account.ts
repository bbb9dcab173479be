import type { Refusal } from './refusal'

export type Mode = 'live' | 'test'
export type Fields = Record<string, unknown>

/** An event as a service keeps it. */
export interface StoredEvent {
  id: string
  type: string
  data: unknown
  /** Milliseconds since the epoch, by the service's clock. */
  created: number
  /** The place in the order of creation. */
  place: number
}

/** A webhook as a service keeps it. */
export interface StoredWebhook {
  id: string
  url: string
  events: readonly string[]
  description: string | undefined
  secret: string
  created: number
  mode: Mode
  /** Whether another client of the account registered it, at a URL that leads nowhere. */
  isOthers: boolean
  /** How many of its deliveries failed, and whether it gets no more because of that. */
  failures: number
  isDisabled: boolean
}

/** The event that an idempotency key stands for, and how long it does. */
export interface Reply {
  event: StoredEvent
  until: number
}

/** All that a service keeps of one mode. */
export interface Account {
  mode: Mode
  events: StoredEvent[]
  webhooks: Map<string, StoredWebhook>
  replies: Map<string, Reply>
}

/** An account without anything. */
export function emptyAccount(mode: Mode): Account {
  return { mode, events: [], webhooks: new Map(), replies: new Map() }
}

/** A request as the parts of a service see it. */
export interface Incoming {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  text: string
}

/** The answer of an operation, before it is written. */
export interface Outcome {
  status: number
  kind: 'event' | 'webhook' | 'list' | 'deletion' | 'key'
  body: Fields
  headers?: Record<string, string>
}

/** Reads a JSON object of a request's body, or throws the refusal that `otherwise` makes. */
export function objectIn(text: string, otherwise: () => Refusal): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw otherwise()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw otherwise()
  return value as Fields
}

export type Mode = 'live' | 'test'
export type Fields = Record<string, unknown>

export interface StoredEvent {
  id: string
  type: string
  data: unknown
  created: number
}

export interface StoredWebhook {
  id: string
  url: string
  events: readonly string[]
  description?: string
  secret: string
  created: number
}

/** The reason for which a request is refused, with the field and the value that are wrong. */
export interface Reason {
  why:
    | ('missing-key' | 'invalid-key' | 'expired-key' | 'missing-scope' | 'unknown-path' | 'wrong-method')
    | ('content-type' | 'too-large' | 'malformed' | 'no-object' | 'missing' | 'invalid' | 'insecure-url')
    | ('unknown-webhook' | 'unknown-event' | 'mismatch' | 'invalid-limit' | 'invalid-cursor')
  field?: string
  value?: string
  methods?: readonly string[]
}

/** The way in which a framework makes a service's answers and deliveries out of what the service holds. */
export interface Style {
  createStatus: number
  replayHeaders: Record<string, string>
  pageSize: number
  order: 'newest-first' | 'oldest-first'
  limits: 'reject' | 'clamp'
  retrieves: boolean
  listsWebhooks: boolean
  anyData: boolean
  mostBytes: number
  newId(prefix: string): string
  newSecret(): string
  isJson(contentType: string): boolean
  event(event: StoredEvent): Fields
  webhook(webhook: StoredWebhook): Fields
  list(
    items: Fields[],
    cursor: string | null,
    path: string,
  ): { body: Fields; headers?: Record<string, string> }
  /** Answers a request before the service looks at it: HEAD and OPTIONS, as a framework or a gateway does. */
  before?(request: Request, ask: (request: Request) => Promise<Response>): Promise<Response | undefined>
  answer(status: number, body: Fields, headers: Record<string, string>): Response
  refuse(reason: Reason): Response
  deliver(webhook: StoredWebhook, event: Fields, now: number, id: string): Request
}

import { parseUrl } from '../../src/core/url'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { serveListener, type NodeServer } from '../support/node-server'

// Another implementation of the interface, which shares no code and no choice with the reference backend. A check that
// fails here is wrong itself.

type Mode = 'live' | 'test'
type Fields = Record<string, unknown>

interface StoredEvent extends Fields {
  id: string
  type: string
}

interface StoredWebhook {
  id: string
  url: string
  events: string[]
  secret: string
}

interface Book {
  events: StoredEvent[]
  replies: Map<string, StoredEvent>
  webhooks: Map<string, StoredWebhook>
}

/** Thrown by a handler, and answered as an error. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly param: string | null = null,
    text = `Sorry: ${code}.`,
  ) {
    super(text)
  }
}

const deliveryDelay = 120
const pageSize = 37
const modes: Readonly<Record<string, Mode>> = { sk_live_independent: 'live', sk_test_independent: 'test' }

/** The keys of the service. */
export const independentKeys = { live: 'sk_live_independent', test: 'sk_test_independent' }

/** Starts the service on a free port of this machine, with `before` events of others in each list. */
export async function startIndependentService(
  before: number,
): Promise<NodeServer & { webhooks: () => number }> {
  const books: Record<Mode, Book> = { live: emptyBook(before), test: emptyBook(before) }
  const server = await serveListener((incoming, outgoing) => {
    void answer(incoming, outgoing, books).catch(() => outgoing.destroy())
  })
  return { ...server, webhooks: () => books.live.webhooks.size + books.test.webhooks.size }
}

function emptyBook(before: number): Book {
  const events = Array.from({ length: before }, (_, index) => newEvent(`legacy-${index % 7}`, { index }))
  return { events, replies: new Map(), webhooks: new Map() }
}

function newEvent(type: string, data: unknown): StoredEvent {
  return { object: 'event', id: `evt_${randomUUID()}`, apiVersion: 1, type, created: moment(), data }
}

/** The time with microseconds and an offset, as other languages write it. */
function moment(): string {
  return new Date().toISOString().replace('Z', '042+00:00')
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  books: Readonly<Record<Mode, Book>>,
): Promise<void> {
  const received = await buffer(incoming)
  const mode = modes[/^bearer (\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1] ?? '']
  if (mode === undefined) {
    outgoing.writeHead(401, { 'Content-Type': 'text/plain' }).end('Who are you?')
    return
  }
  const reply = (status: number, body: unknown) =>
    outgoing
      .writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' })
      .end(JSON.stringify(body))
  try {
    const [status, body] = handle(incoming, received, books[mode], mode)
    reply(status, body)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const { code, message, param } = refusal
    reply(refusal.status, { error: { code, message, param, docs: 'https://docs.example/errors' } })
  }
}

function handle(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  book: Book,
  mode: Mode,
): [number, unknown] {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://service')
  if (pathname === '/v1/events' && method === 'POST') return create(headers, body, book, mode)
  if (pathname === '/v1/events' && method === 'GET') return [200, page(searchParams, book)]
  if (pathname === '/v1/webhooks' && method === 'POST') return [201, subscribe(body, book)]
  const id = /^\/v1\/webhooks\/([^/]+)$/.exec(pathname)?.[1]
  if (id === undefined || method !== 'DELETE' || !book.webhooks.delete(id))
    throw new Refusal(404, 'not_found')
  return [202, { id, deleted: true, deletedAt: moment() }]
}

function create(
  headers: IncomingMessage['headers'],
  body: Buffer,
  book: Book,
  mode: Mode,
): [number, unknown] {
  const { type, data } = objectIn(body)
  if (typeof type !== 'string' || type === '') throw new Refusal(400, 'invalid_request', 'type')
  if (data === undefined) throw new Refusal(400, 'invalid_request', 'data')
  const once = headers['x-idempotency-key']
  const known = typeof once === 'string' ? book.replies.get(once) : undefined
  if (known) return [200, known]
  const event = newEvent(type, data)
  book.events.push(event)
  if (typeof once === 'string') book.replies.set(once, event)
  if (mode === 'live') {
    for (const webhook of book.webhooks.values()) {
      if (webhook.events.includes('*') || webhook.events.includes(type)) deliver(webhook, event, book)
    }
  }
  return [202, event]
}

function page(query: URLSearchParams, { events }: Book): unknown {
  const asked = Number(query.get('limit') ?? pageSize)
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, 100) : pageSize
  const cursor = query.get('cursor')
  const last = cursor === null ? undefined : Buffer.from(cursor.slice(4), 'base64url').toString()
  const place = last === undefined ? -1 : events.findIndex(({ id }) => id === last)
  if (last !== undefined && place < 0) throw new Refusal(422, 'stale_cursor')
  const data = events.slice(place + 1, place + 1 + limit)
  const hasMore = place + 1 + limit < events.length
  const next = hasMore
    ? { nextCursor: `cur_${Buffer.from(data.at(-1)?.id ?? '').toString('base64url')}` }
    : {}
  return { object: 'list', hasMore, ...next, data }
}

function subscribe(body: Buffer, book: Book): unknown {
  const { url, events, description = null } = objectIn(body)
  if (typeof url !== 'string' || !parseUrl(url)) throw new Refusal(400, 'invalid_request', 'url')
  if (!/^https:/i.test(url)) throw new Refusal(400, 'invalid_request', 'url', 'Only Https will do.')
  if (!Array.isArray(events) || !events.every((type) => typeof type === 'string')) {
    throw new Refusal(400, 'invalid_request', 'events')
  }
  const secret = `whsec_${randomBytes(24).toString('hex')}`
  const webhook = { id: `wh_${randomBytes(5).toString('hex')}`, url, events: events, secret }
  book.webhooks.set(webhook.id, webhook)
  return { object: 'webhook', ...webhook, description, status: 'active', created: moment(), version: 1 }
}

function objectIn(body: Buffer): Fields {
  try {
    const value = JSON.parse(body.toString()) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  } catch {
    // A body that is no JSON is refused like one that is no object.
  }
  throw new Refusal(400, 'invalid_request', null, 'A JSON object, please.')
}

function deliver({ id, url, secret }: StoredWebhook, event: StoredEvent, book: Book): void {
  const body = JSON.stringify(event)
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  setTimeout(() => {
    if (!book.webhooks.has(id)) return
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'X-Hub-Signature-256': signature,
    }
    // The receiver's certificate is signed by an authority that nobody knows.
    const sent = httpsRequest(url, { method: 'POST', headers, rejectUnauthorized: false }, (got) =>
      got.resume(),
    )
    sent.on('error', () => undefined)
    sent.end(body)
  }, deliveryDelay)
}

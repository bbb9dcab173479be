import { randomBytes } from 'node:crypto'
import { createInProcessReceiver, type Target } from '@event-delivery/conformance'
import { MovedClock } from '../legal/clock'
import { decoded } from '../legal/front'
import { parseUrl } from '../../../src/core/url'
import type { Fields, Mode, Reason, StoredEvent, StoredWebhook, Style } from './style'

interface Account {
  mode: Mode
  events: StoredEvent[]
  webhooks: StoredWebhook[]
  replies: Map<string, { event: StoredEvent; body: string; until: number }>
}

class Refused extends Error {
  constructor(readonly reason: Reason) {
    super(reason.why)
  }
}

/** The time at which the clock of a service stands at first. */
const start = Date.UTC(2026, 10, 22, 1, 2, 3)
const day = 24 * 3_600_000
const full = ['events:read', 'events:write', 'webhooks:read', 'webhooks:write']
const keyOf = (mode: Mode, name: string) => `sk_${mode}_${name}${'5a17c0de'.repeat(3)}`
const keys: Readonly<Record<string, { mode: Mode; scopes: readonly string[]; isOver?: boolean }>> = {
  [keyOf('live', 'all')]: { mode: 'live', scopes: full },
  [keyOf('test', 'all')]: { mode: 'test', scopes: full },
  [keyOf('live', 'reads')]: { mode: 'live', scopes: ['events:read', 'webhooks:read'] },
  [keyOf('live', 'over')]: { mode: 'live', scopes: full, isOver: true },
}

/** A service that keeps the interface, in the style of a framework, ready to be judged. */
export function serviceOf(makeStyle: (now: () => number) => Style): {
  target: Target
  webhooks: () => number
} {
  const clock = new MovedClock(start)
  const receiver = createInProcessReceiver()
  const style = makeStyle(clock.now)
  const accounts = { live: newAccount('live'), test: newAccount('test') }
  const send = async (request: Request) => void (await receiver.fetch(request).catch(() => undefined))
  const ground = new Ground(style, clock, accounts, send)
  const fetch = async (request: Request): Promise<Response> => {
    if (request.url.startsWith('http:')) throw new TypeError('fetch failed: nothing listens there')
    clock.tick(1)
    return (await style.before?.(request, (other) => ground.answer(other))) ?? ground.answer(request)
  }
  const [live, test, reader, expired] = Object.keys(keys) as [string, string, string, string]
  const scoped = [{ value: reader, scopes: ['events:read', 'webhooks:read'] as const }]
  const { now, advance, idle } = clock
  return {
    target: {
      ...{ baseUrl: 'https://framework.test', fetch, receiver, now, advance, idle },
      keys: { live, test, expired, scoped: scoped.map((one) => ({ ...one, scopes: [...one.scopes] })) },
    },
    webhooks: () => accounts.live.webhooks.length + accounts.test.webhooks.length,
  }
}

function newAccount(mode: Mode): Account {
  return { mode, events: [], webhooks: [], replies: new Map() }
}

/** The service behind every style. */
class Ground {
  readonly #cursors = new Map<string, string>()

  constructor(
    private readonly style: Style,
    private readonly clock: MovedClock,
    private readonly accounts: Readonly<Record<Mode, Account>>,
    private readonly send: (request: Request) => Promise<void>,
  ) {}

  async answer(request: Request): Promise<Response> {
    const text = await request.text()
    try {
      return this.#route(request, new URL(request.url), text)
    } catch (error) {
      if (error instanceof Refused) return this.style.refuse(error.reason)
      throw error
    }
  }

  #route(request: Request, url: URL, text: string): Response {
    const [, resource, id] = /^\/v1\/(events|webhooks)(?:\/([^/]+))?$/.exec(url.pathname) ?? []
    const isOffered = resource === 'webhooks' || id === undefined || this.style.retrieves
    if (resource === undefined || !isOffered) throw new Refused({ why: 'unknown-path', value: url.pathname })
    const methods = this.#methods(resource, id)
    if (!methods.includes(request.method))
      throw new Refused({ why: 'wrong-method', value: request.method, methods })
    const right = `${resource}:${request.method === 'GET' ? 'read' : 'write'}`
    const account = this.accounts[this.#authenticate(request, right)]
    if (request.method === 'POST') this.#assertBody(request, text)
    if (request.method === 'DELETE') return this.#remove(account, decoded(id ?? ''))
    if (request.method === 'POST')
      return resource === 'events' ? this.#create(account, request, text) : this.#register(account, text)
    if (id !== undefined) return this.#retrieve(account, decoded(id))
    const all =
      resource === 'events' ? account.events.map(this.style.event) : account.webhooks.map(this.style.webhook)
    return this.#list(all, url)
  }

  #methods(resource: string, id: string | undefined): string[] {
    if (resource === 'events') return id === undefined ? ['GET', 'POST'] : ['GET']
    if (id !== undefined) return ['DELETE']
    return this.style.listsWebhooks ? ['GET', 'POST'] : ['POST']
  }

  #authenticate(request: Request, scope: string): Mode {
    const header = request.headers.get('authorization')
    if (header === null) throw new Refused({ why: 'missing-key' })
    const key = keys[/^Bearer (.+)$/.exec(header)?.[1] ?? '']
    if (!key) throw new Refused({ why: 'invalid-key' })
    if (key.isOver) throw new Refused({ why: 'expired-key' })
    if (!key.scopes.includes(scope)) throw new Refused({ why: 'missing-scope', value: scope })
    return key.mode
  }

  #assertBody(request: Request, text: string): void {
    const type = request.headers.get('content-type') ?? ''
    if (!this.style.isJson(type)) throw new Refused({ why: 'content-type', value: type })
    if (Buffer.byteLength(text) > this.style.mostBytes) throw new Refused({ why: 'too-large' })
  }

  #create(account: Account, request: Request, text: string): Response {
    const { type, data } = fieldsIn(text)
    if (type === undefined) throw new Refused({ why: 'missing', field: 'type' })
    if (typeof type !== 'string' || type === '') throw new Refused({ why: 'invalid', field: 'type' })
    if (data === undefined) throw new Refused({ why: 'missing', field: 'data' })
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
    if (!isObject && !this.style.anyData) throw new Refused({ why: 'invalid', field: 'data' })
    const key = request.headers.get('idempotency-key')
    const body = JSON.stringify([type, data])
    const reply = key === null || key === '' ? undefined : account.replies.get(key)
    if (reply && reply.until > this.clock.now()) {
      if (reply.body !== body) throw new Refused({ why: 'mismatch' })
      return this.style.answer(
        this.style.createStatus,
        this.style.event(reply.event),
        this.style.replayHeaders,
      )
    }
    const event = { id: this.style.newId('evt_'), type, data, created: this.clock.now() }
    account.events.push(event)
    if (key) account.replies.set(key, { event, body, until: this.clock.now() + day })
    if (account.mode === 'live') this.#deliver(account, event)
    return this.style.answer(this.style.createStatus, this.style.event(event), {})
  }

  #deliver(account: Account, event: StoredEvent): void {
    for (const webhook of account.webhooks) {
      if (!webhook.events.includes('*') && !webhook.events.includes(event.type)) continue
      const id = this.style.newId('')
      this.clock.after(0, () => {
        if (!account.webhooks.includes(webhook)) return
        return this.send(this.style.deliver(webhook, this.style.event(event), this.clock.now(), id))
      })
    }
  }

  #register(account: Account, text: string): Response {
    const { url, events, description } = fieldsIn(text)
    if (url === undefined) throw new Refused({ why: 'missing', field: 'url' })
    if (typeof url !== 'string' || !parseUrl(url)) throw new Refused({ why: 'invalid', field: 'url' })
    if (!url.startsWith('https://')) throw new Refused({ why: 'insecure-url', field: 'url' })
    if (events === undefined) throw new Refused({ why: 'missing', field: 'events' })
    const isList = Array.isArray(events) && events.every((one) => typeof one === 'string')
    if (!isList) throw new Refused({ why: 'invalid', field: 'events' })
    if (description !== undefined && typeof description !== 'string')
      throw new Refused({ why: 'invalid', field: 'description' })
    const [id, secret] = [this.style.newId('wh_'), this.style.newSecret()]
    const webhook = { id, url, events, description, secret, created: this.clock.now() }
    account.webhooks.push(webhook)
    return this.style.answer(201, { ...this.style.webhook(webhook), secret }, {})
  }

  #remove(account: Account, id: string): Response {
    const index = account.webhooks.findIndex((one) => one.id === id)
    if (index < 0) throw new Refused({ why: 'unknown-webhook', value: id })
    account.webhooks.splice(index, 1)
    return this.style.answer(200, { id, deleted: true }, {})
  }

  #retrieve({ events }: Account, id: string): Response {
    const event = events.find((one) => one.id === id)
    if (!event) throw new Refused({ why: 'unknown-event', value: id })
    return this.style.answer(200, this.style.event(event), {})
  }

  #list(stored: readonly Fields[], url: URL): Response {
    const [limit, cursor] = [this.#limit(url.searchParams.get('limit')), url.searchParams.get('cursor')]
    const after = cursor === null ? undefined : this.#cursors.get(cursor)
    if (cursor !== null && after === undefined) throw new Refused({ why: 'invalid-cursor', value: cursor })
    const all = this.style.order === 'newest-first' ? [...stored].reverse() : stored
    const from = after === undefined ? 0 : 1 + all.findIndex(({ id }) => id === after)
    const items = all.slice(from, from + limit)
    const hasMore = from + items.length < all.length
    const next = hasMore ? `cur_${randomBytes(18).toString('base64url')}` : null
    if (next !== null) this.#cursors.set(next, String(items.at(-1)?.id))
    const { body, headers = {} } = this.style.list(items, next, url.pathname)
    return this.style.answer(200, body, headers)
  }

  #limit(asked: string | null): number {
    if (asked === null) return this.style.pageSize
    const limit = /^-?\d+$/.test(asked) ? Number(asked) : Number.NaN
    if (limit >= 1 && limit <= 100) return limit
    if (this.style.limits === 'reject')
      throw new Refused({ why: 'invalid-limit', field: 'limit', value: asked })
    return limit > 100 ? 100 : limit < 1 ? 1 : this.style.pageSize
  }
}

function fieldsIn(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refused({ why: 'malformed' })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused({ why: 'no-object' })
  return value as Fields
}

import { extend, extraHeaders } from './extras'
import { Refusal, writeRefusal } from './refusal'
import type { Account, Incoming, Mode, Outcome } from './account'
import type { Access } from './access'
import type { Choices } from './dimensions'
import type { RateLimit } from './rate-limit'
import type { Route } from './routes'

/** A gateway that fails now and then loses the answer to each request of this number. */
const lostEvery = 200

/** The means of a service's front. */
interface FrontParts {
  choices: Choices
  routes: readonly Route[]
  access: Access
  limit: RateLimit
  accounts: Readonly<Record<Mode, Account>>
  /** Milliseconds since the epoch, and by the service's own clock. */
  now: () => number
  theirNow: () => number
  write: (time: number) => string
}

/** The front of a service: takes requests, finds their operation and writes answers. */
export class Front {
  #requests = 0

  constructor(private readonly parts: FrontParts) {}

  /** Answers a request. All but the reading of its body happens at once. */
  async answer(request: Request): Promise<Response> {
    const { choices, limit, now } = this.parts
    const { method, headers } = request
    const url = new URL(request.url)
    this.#requests += 1
    const isHit = this.#requests % lostEvery === choices.firstAccident % lostEvery
    if (isHit && choices.gateway === '502-before') return gatewayError(502)
    if (isHit && choices.gateway === '504-html') return gatewayError(504)
    const refusal = this.#catching(() => limit.take(headers.get('authorization') ?? '', now()))
    const text = await request.text()
    if (refusal) return this.#write(refusal)
    const incoming = { method, path: url.pathname, query: url.searchParams, headers, text }
    const isLost = isHit && choices.gateway === '503-after'
    const outcome = this.#catching(() => this.#handle(incoming, isLost))
    return isLost ? gatewayError(503) : this.#write(outcome)
  }

  /** Answers a request that did not come by HTTPS. */
  answerPlain(request: Request): Response {
    const { plainHttp } = this.parts.choices
    if (plainHttp === 'no-answer') throw new TypeError('fetch failed: nothing listens there')
    if (plainHttp === 'redirect') {
      const headers = { Location: request.url.replace(/^http:/, 'https:') }
      return new Response(null, { status: 308, headers })
    }
    return plainHttp === 502 ? gatewayError(502) : this.#write(new Refusal(plainHttp))
  }

  #catching<T>(run: () => T): T | Refusal {
    try {
      return run()
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  #handle(request: Incoming, isLost: boolean): Outcome {
    const { routes, access, accounts } = this.parts
    const here = routes.filter(({ path }) => path.test(request.path))
    // A path that leads nowhere does so for everybody.
    if (here.length === 0) throw new Refusal(404, undefined, { isNowhere: true })
    const key = access.authenticate(request.headers)
    const route = here.find(({ method }) => method === request.method)
    if (!route) throw this.#wrongMethod(here)
    if (route.scope) access.permit(key, route.scope)
    if (request.method === 'POST') this.#assertBody(request)
    const id = decoded(route.path.exec(request.path)?.[1] ?? '')
    return route.run({ request, account: accounts[key.mode], key, id, isLost })
  }

  #wrongMethod(here: readonly Route[]): Refusal {
    const { wrongMethod } = this.parts.choices
    if (wrongMethod === '404') return new Refusal(404)
    if (wrongMethod === '400') return new Refusal(400)
    const allow = here.flatMap(({ method = [] }) => method).join(', ')
    return new Refusal(405, undefined, { headers: wrongMethod === '405' ? {} : { Allow: allow } })
  }

  #assertBody({ headers, text }: Incoming): void {
    const { contentType, payloadLimit, payloadRefusal } = this.parts.choices
    const isJson = /^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')
    if (contentType !== 'any' && !isJson) throw new Refusal(contentType)
    if (Buffer.byteLength(text) > payloadLimit) throw new Refusal(payloadRefusal)
  }

  #write(outcome: Outcome | Refusal): Response {
    const { choices, theirNow, write, now } = this.parts
    const moment = write(now())
    const headers = new Headers({ Date: new Date(theirNow()).toUTCString(), ...extraHeaders(choices) })
    const add = (more: Readonly<Record<string, string>> = {}) => {
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
    }
    if (!(outcome instanceof Refusal)) {
      add({ 'Content-Type': choices.answerType, ...outcome.headers })
      const body = JSON.stringify(extend(outcome.kind, outcome.body, choices, moment))
      return new Response(body, { status: outcome.status, headers })
    }
    const { status, details } = outcome
    add(details.headers)
    const { type, text } = writeRefusal(outcome, choices, (error) => extend('error', error, choices, moment))
    if (type !== '') add({ 'Content-Type': type })
    const body = new TextEncoder().encode(text)
    return new Response(body.length > 0 ? body : null, { status, headers })
  }
}

function gatewayError(status: number): Response {
  const body = `<html><title>${status}</title><h1>Try again later</h1></html>`
  return new Response(body, { status, headers: { 'Content-Type': 'text/html' } })
}

/** An id of a path. One that is badly encoded names nothing. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

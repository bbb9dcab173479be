import { extend, extraHeaders } from './extras'
import { Refusal, writeRefusal } from './refusal'
import { writeJson } from './json'
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
  /** Lets time pass. */
  pass: (milliseconds: number) => Promise<void>
  write: (time: number) => string
  /** Has other clients of the account do what they do. */
  letOthersAct: () => void
}

/** Requests of the suite between which other clients do something. */
const othersEvery = 7
const knownParameters = ['limit', 'cursor']

/** The front of a service: takes requests, finds their operation and writes answers. */
export class Front {
  #requests = 0
  /** When the deploy is over. */
  #deployed: number | undefined

  constructor(private readonly parts: FrontParts) {}

  /** Answers a request. All but the reading of its body happens at once. */
  async answer(request: Request): Promise<Response> {
    const { choices, limit, now } = this.parts
    const { method, headers } = request
    const url = new URL(request.url)
    this.#requests += 1
    if (choices.traffic === 'others-create' && this.#requests % othersEvery === 0) this.parts.letOthersAct()
    const outage = this.#outage()
    if (outage) return outage
    const isHit = this.#requests % lostEvery === choices.firstAccident % lostEvery
    if (isHit && choices.gateway === '502-before') return gatewayError(502)
    if (isHit && choices.gateway === '504-html') return gatewayError(504)
    if (isHit && choices.gateway === 'cut') throw new TypeError('fetch failed: other side closed')
    const refusal = this.#catching(() => limit.take(headers.get('authorization') ?? '', now()))
    const text = await request.text()
    if (refusal) return this.#write(refusal, method)
    const incoming = { method, path: url.pathname, query: url.searchParams, headers, text }
    const isLost = isHit && ['503-after', '504-late'].includes(choices.gateway)
    const outcome = this.#catching(() => this.#handle(incoming, isLost))
    if (isLost && choices.gateway === '504-late') await this.parts.pass(10_000)
    return isLost ? gatewayError(choices.gateway === '504-late' ? 504 : 503) : this.#write(outcome, method)
  }

  /** The answer to a request during a deploy, which begins with a request of the number of the first accident. */
  #outage(): Response | undefined {
    const { choices, now } = this.parts
    const [length = '', , , wait] = choices.deploy.split('-')
    if (choices.deploy === 'none' || this.#requests < choices.firstAccident) return undefined
    this.#deployed ??= now() + Number(length)
    if (now() >= this.#deployed) return undefined
    const headers = new Headers(wait === undefined ? undefined : { 'Retry-After': wait })
    return new Response('Deploying', { status: 503, headers })
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
    const { routes, access, accounts, choices } = this.parts
    const here = routes.filter(({ path }) => path.test(request.path))
    const nowhere = new Refusal(404, undefined, { isNowhere: true })
    // A path that leads nowhere does so for everybody, unless the service asks first who wants to know.
    if (here.length === 0 && choices.unknownPathOrder === 'path-first') throw nowhere
    const key = access.authenticate(request.headers)
    if (here.length === 0) throw nowhere
    if (request.method === 'OPTIONS' && choices.options !== 'refuse') return this.#methods(here)
    const asked = request.method === 'HEAD' && choices.head === 'answer' ? 'GET' : request.method
    const route = here.find(({ method }) => method === asked)
    if (!route) throw this.#wrongMethod(here)
    if (route.scope) access.permit(key, route.scope)
    if (choices.unknownQuery === 'reject') assertKnownParameters(request)
    if (request.method === 'POST') this.#assertBody(request)
    const id = decoded(route.path.exec(request.path)?.[1] ?? '')
    return route.run({ request, account: accounts[key.mode], key, id, isLost })
  }

  /** The answer to a question for the methods of a path. */
  #methods(here: readonly Route[]): Outcome {
    const allow = here.flatMap(({ method = [] }) => method).join(', ')
    const status = this.parts.choices.options === 'answer-204' ? 204 : 200
    return { status, kind: 'list', body: {}, headers: { Allow: allow } }
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

  #write(outcome: Outcome | Refusal, method = 'GET'): Response {
    const { choices, theirNow, write, now } = this.parts
    const moment = write(now())
    const headers = new Headers(extraHeaders(choices))
    if (choices.dateHeader === 'present') headers.set('Date', new Date(theirNow()).toUTCString())
    const add = (more: Readonly<Record<string, string>> = {}) => {
      for (const [name, value] of Object.entries(more)) headers.set(name, value)
    }
    if (!(outcome instanceof Refusal)) {
      add(outcome.headers)
      if (method !== 'OPTIONS') add({ 'Content-Type': choices.answerType })
      if (method === 'POST') add(headersOfNew(outcome, choices))
      const isWithout = method === 'HEAD' || method === 'OPTIONS'
      const json = writeJson(extend(outcome.kind, outcome.body, choices, moment), choices.json)
      const body = isWithout ? null : json
      return new Response(body, { status: outcome.status, headers })
    }
    const { status, details } = outcome
    add(details.headers)
    const { type, text } = writeRefusal(outcome, choices, (error) => extend('error', error, choices, moment))
    if (type !== '') add({ 'Content-Type': type })
    const body = new TextEncoder().encode(method === 'HEAD' ? '' : text)
    return new Response(body.length > 0 ? body : null, { status, headers })
  }
}

function gatewayError(status: number): Response {
  const body = `<html><title>${status}</title><h1>Try again later</h1></html>`
  return new Response(body, { status, headers: { 'Content-Type': 'text/html' } })
}

/** The headers of a new resource beyond those of every answer. */
function headersOfNew({ kind, body }: Outcome, { headersOfNew }: Choices): Record<string, string> {
  const id = encodeURIComponent(String(body.id))
  if (headersOfNew === 'location') return { Location: `/v1/${kind}s/${id}` }
  return headersOfNew === 'none'
    ? {}
    : { ETag: `W/"${String(body.id)}"`, 'Set-Cookie': `seen=${id}; Path=/; Secure` }
}

function assertKnownParameters({ query }: Incoming): void {
  const unknown = [...query.keys()].find((name) => !knownParameters.includes(name))
  if (unknown !== undefined) throw new Refusal(400, unknown)
}

/** An id of a path. One that is badly encoded names nothing. */
export function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from '../../generated/types'
import { rememberCaller } from '../errors/caller'
import { refuse } from '../errors/refuse'
import { AbortError, type Attempt, type RequestError, TimeoutError } from '../errors/request-errors'
import { type Bounds, runWithin, tighter } from './bounds'
import { type Ending, performCall } from './call'
import { monotonic } from './clock'
import { judge } from './exchange'
import { type Called, connectionFailure } from './failure'
import { type HeadersOption, toHeaders } from './headers'
import { fromJson } from './json'
import type { Outgoing, Plan } from './plan'
import { checkPathParameter } from './preflight'
import type { Transport } from './transport'

/** The result of a call, with its answer. */
export interface WithResponse<T, Key extends string | undefined = string | undefined> {
  /** The result to which the same call resolves without `withResponse()`. */
  data: T
  /** The answer. Its body has been read. */
  response: Response
  /** The key under which `events.create` can be repeated within 24 hours. */
  idempotencyKey: Key
  /**
   * Whether the service marked the event as created by an earlier request with the same idempotency key: an attempt of this call, or
   * another call. `false` for other operations, and where the service marks none.
   */
  replayed: boolean
  /** The requests that were made. */
  attempts: readonly Attempt[]
}

/** The route of a planned call. */
export interface CallRoute {
  method: string
  /** A path template: `/v1/webhooks/{id}`. */
  path: string
}

/** The input of a planned call, in the terms of openapi-fetch. */
export interface CallInput {
  params?: object
  body?: unknown
  bodySerializer(body: never): string
  headers: HeadersOption | undefined
  signal: AbortSignal | undefined
}

/** The openapi-fetch client that carries every call, over the transport. */
export interface Http {
  /** The middleware that is in use. */
  readonly middleware: readonly Middleware[]
  /** The typed client. Its direct calls repeat GET and DELETE only. */
  client: Client<paths>
  /** Makes a call of that client which is carried out by a plan. Throws its failure. */
  call<T>(route: CallRoute, input: CallInput, plan: Plan<T>): Promise<WithResponse<T, undefined>>
}

/** Writes the parameters of a path template into it. */
const fillPath = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => checkPathParameter(name, values[name]))

/** Makes a `Request`. Refuses a path template that openapi-fetch was given no parameters for and has left as it was. */
class CheckedRequest {
  /** openapi-fetch checks by `instanceof` what a middleware returns. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request
  }

  constructor(url: string, init: RequestInit) {
    const missing = /^[^?]*\{(\w+)\}/.exec(url)?.[1]
    if (missing) refuse(missing, 'is missing: give it as params.path.')
    return new Request(url, init)
  }
}

/** Stands in for the `Request` of a call that no middleware sees, and is sent as it is. To make a real one takes 25 µs. */
class LightRequest implements Outgoing {
  declare readonly method: string
  declare readonly headers: Headers
  declare readonly body: string | undefined
  declare readonly signal: AbortSignal | undefined
  declare readonly url: string

  constructor(url: string, init: object) {
    Object.assign(this, init, { url })
  }
}

/** Reads the body of a request, so that each attempt sends the same text: a `Request` can be sent only once. */
async function outgoingOf(request: Request): Promise<Outgoing> {
  const { method, url, headers, signal } = request
  return { method, url, headers, signal, body: (await request.text()) || undefined }
}

/** The options of a direct call that are looked at before openapi-fetch gets them. */
interface DirectInit {
  headers?: HeadersOption
  signal?: AbortSignal
  middleware?: Middleware[]
}

/** Sends the request of a call, and returns how the call ended. */
type Send = <T>(plan: Plan<T>, request: Request | LightRequest) => Promise<Ending<T>>

/** A call of the typed client, as far as the limits of what its middleware does depend on it. */
interface Bounded {
  plan: Plan<unknown>
  called: Called
  signal: AbortSignal | undefined
}

export function createHttp(transport: Transport, baseUrl: string, headers: Headers): Http {
  const client = createClient<paths>({
    baseUrl,
    pathSerializer: fillPath,
    Request: CheckedRequest as unknown as typeof Request,
  })
  const sendNow: Send = (plan, request) =>
    request instanceof LightRequest
      ? performCall(transport, plan, request)
      : outgoingOf(request).then((outgoing) => performCall(transport, plan, outgoing))

  /** Makes a call whose middleware is bound by the limits too, both before and after the request. The request has limits of its own. */
  async function withinLimits<R>({ plan, called, signal }: Bounded, work: (send: Send) => Promise<R>) {
    const { clock } = transport
    let ending: Ending<unknown> | undefined
    let hasEnded = false
    let release = () => {}
    const call = new Promise<R>((resolve, reject) => {
      /** Ends the call unless it is released in time. */
      const bound = (bounds: Pick<Bounds, 'signal' | 'ms' | 'limit'>) => {
        const part = new Promise<void>((resolve) => (release = resolve))
        runWithin({ clock, ...bounds }, () => part).catch((error: Error) => {
          hasEnded = true
          reject(error)
        })
      }
      const remaining = (deadlineAt: number) => tighter(plan.limits, deadlineAt - monotonic(clock))
      const send: Send = async (plan, request) => {
        // A middleware may go on after its time is over. Then nobody waits for the request, and it is not sent.
        if (hasEnded) throw new AbortError('The call has ended.')
        release()
        const sent = await sendNow(plan, request)
        ending = sent
        const { ms, limit } = remaining(sent.deadlineAt)
        // After an abort or the deadline a middleware still gets a millisecond: it sees how each call ends, and may answer in its place.
        bound(signal?.aborted || ms <= 0 ? { signal: undefined, ms: 1, limit } : { signal, ms, limit })
        return sent
      }
      bound({ signal, ...remaining(plan.began + plan.limits.deadline) })
      work(send).then(resolve, reject)
    })
    return call
      .finally(() => release())
      .catch((error: unknown) => {
        // Only the failure of a request names an operation. It says already how the call ended.
        const isOver = error instanceof TimeoutError || error instanceof AbortError
        if (!isOver || error.operation) throw error
        if (ending?.failure) throw ending.failure
        const failure = connectionFailure(transport, plan, called, error, !!ending, !!ending)
        throw Object.assign(failure, ending && { attempts: ending.attempts })
      })
  }

  let middleware: Middleware[] = []
  const { request, use, eject } = client
  client.use = (...added) => {
    use(...added)
    middleware.push(...added)
  }
  client.eject = (...removed) => {
    eject(...removed)
    middleware = middleware.filter((one) => !removed.includes(one))
  }
  const requestDirectly = (method: string, path: string, init: DirectInit = {}) => {
    const { signal, middleware: own = [] } = init
    const called = { method: method.toUpperCase(), url: baseUrl + path }
    const plan = directPlan(transport, called)
    const work = async (send: Send) => {
      // A plan of its own: a middleware may have changed the method, on which depends what may be repeated.
      const fetch = async (outgoing: Request) =>
        readableAnswer(await send({ ...directPlan(transport, outgoing), began: plan.began }, outgoing))
      const given = { fetch, ...init, headers: toHeaders(init.headers, headers) }
      return request(method as 'get', path as '/v1/events', given as Record<string, unknown>)
    }
    const hasMiddleware = middleware.length + own.length > 0
    return rememberCaller()(hasMiddleware ? withinLimits({ plan, called, signal }, work) : work(sendNow))
  }
  Object.assign(client, { request: requestDirectly })
  for (const method of Object.keys(client).filter((name) => /^[A-Z]+$/.test(name)))
    Object.assign(client, {
      [method]: (path: string, init?: DirectInit) => requestDirectly(method, path, init),
    })

  return {
    client,
    get middleware() {
      return middleware
    },
    async call<T>({ method, path }: CallRoute, input: CallInput, plan: Plan<T>) {
      const hasMiddleware = middleware.length > 0
      // Without middleware nobody sees request and answer: it takes 40 µs to make them real.
      const [Request, answerOf] = hasMiddleware
        ? [CheckedRequest, readableAnswer]
        : [LightRequest, readAnswer]
      const called = { method: method.toUpperCase(), url: baseUrl + path }
      let ending: Ending<T> | undefined
      let answer: Response | undefined
      const work = (send: Send) =>
        request(method as 'get', path as '/v1/events', {
          ...(input as object),
          // openapi-fetch knows no headers of the client: a call could not take them away again.
          headers: toHeaders(input.headers, headers),
          Request,
          fetch: async (outgoing) => {
            ending = await send(plan, outgoing)
            return (answer = answerOf(ending))
          },
          // The body was read and parsed by the transport.
          parseAs: 'stream',
        })
      const bounded = { plan: plan as Plan<unknown>, called, signal: input.signal }
      const { response, error } = await (hasMiddleware ? withinLimits(bounded, work) : work(sendNow))
      const attempts = ending?.attempts ?? []
      let result: Pick<Ending<T>, 'data' | 'replayed' | 'failure' | 'response'> | undefined = ending
      if (!result || response !== answer) {
        // A middleware answered in place of the service.
        const text = response.ok ? await response.text() : JSON.stringify(error)
        result = {
          ...(await judge(transport, plan, { ...called, url: response.url || called.url }, response, text)),
          response,
        }
      }
      const { data, replayed = false, failure } = result
      if (failure) throw Object.assign(failure, { attempts })
      const { response: last } = result as { response: Response }
      return { data: data as T, response: last, idempotencyKey: undefined, replayed, attempts }
    },
  }
}

const directPlan = ({ clock, limits }: Transport, { method }: Called): Plan<unknown> => ({
  operation: 'http',
  limits,
  began: monotonic(clock),
  mayRepeat: () => method === 'GET' || method === 'DELETE',
  // openapi-fetch takes an empty body for `undefined`, and would throw away an answer whose body is no JSON.
  parse: (text) => (text === '' ? null : fromJson(text)),
})

/** The answer of a call that no middleware sees. Throws the failure of the call. */
function readAnswer({ failure, response }: Ending<unknown>): Response {
  if (failure) throw failure
  return response as Response
}

/** The answer with its body to be read once more. Throws where none came as a whole, and where a success cannot be read. */
function readableAnswer({ failure, response, text }: Ending<unknown>): Response {
  if (!response || text === undefined || (failure && response.ok)) throw failure as RequestError
  // A response without a status is a redirect as browsers show it. It has no body, and no constructor makes one.
  if (!response.status) return response
  // The constructor of a response takes no address.
  return Object.defineProperty(new Response(text || null, response), 'url', { value: response.url })
}

import createClient, { type Client, type Middleware } from 'openapi-fetch'
import type { paths } from '../../generated/types'
import { rememberCaller } from '../errors/caller'
import { refuse } from '../errors/refuse'
import type { Attempt, RequestError } from '../errors/request-errors'
import { type Ending, carryOut } from './call'
import { judge } from './exchange'
import { fromJson } from './json'
import type { Outgoing, Plan } from './plan'
import { checkPathParameter } from './preflight'
import type { Transport } from './transport'

/** The result of a call, with its answer. */
export interface WithResponse<T, Key extends string | undefined = string | undefined> {
  data: T
  /** The answer. Its body has been read. */
  response: Response
  /** The key under which `events.create` can be repeated within 24 hours. */
  idempotencyKey: Key
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
  headers: Headers | undefined
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
  /** openapi-fetch asks this of what a middleware returns. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Request
  }

  constructor(url: string, init: RequestInit) {
    const missing = /^[^?]*\{(\w+)\}/.exec(url)?.[1]
    if (missing) refuse(missing, 'is missing: give it as params.path.')
    return new Request(url, init)
  }
}

/** Stands in for the `Request` of a call that no middleware sees. To make a real one takes 25 µs. */
class LightRequest {
  declare readonly method: string
  declare readonly headers: Headers
  declare readonly body: string | undefined
  declare readonly signal: AbortSignal | undefined

  constructor(
    readonly url: string,
    init: object,
  ) {
    Object.assign(this, init)
  }

  async text(): Promise<string> {
    return this.body ?? ''
  }
}

/** Reads the body of a request, so that each attempt sends the same text: a `Request` can be sent only once. */
async function outgoingOf(request: Request | LightRequest): Promise<Outgoing> {
  const { method, url, headers, signal } = request
  return { method, url, headers, signal, body: (await request.text()) || undefined }
}

export function createHttp(transport: Transport, baseUrl: string, headers: Headers): Http {
  const fetchDirectly = async (request: Request) => {
    const plan = directPlan(transport, request)
    return readableAnswer(await carryOut(transport, plan, await outgoingOf(request)))
  }
  const client = createClient<paths>({
    baseUrl,
    headers,
    pathSerializer: fillPath,
    Request: CheckedRequest as unknown as typeof Request,
    fetch: (request) => rememberCaller()(fetchDirectly(request)),
  })

  let middleware: Middleware[] = []
  const { use, eject } = client
  client.use = (...added) => {
    use(...added)
    middleware.push(...added)
  }
  client.eject = (...removed) => {
    eject(...removed)
    middleware = middleware.filter((one) => !removed.includes(one))
  }

  return {
    client,
    get middleware() {
      return middleware
    },
    async call<T>({ method, path }: CallRoute, input: CallInput, plan: Plan<T>) {
      // Without middleware nobody sees request and answer: it takes 40 µs to make them real.
      const [Request, answerOf] = middleware.length
        ? [CheckedRequest, readableAnswer]
        : [LightRequest, readAnswer]
      let ending: Ending<T> | undefined
      let answer: Response | undefined
      const { response, error } = await client.request(method as 'get', path as '/v1/events', {
        ...(input as object),
        Request,
        fetch: async (request) => {
          ending = await carryOut(transport, plan, await outgoingOf(request))
          return (answer = answerOf(ending))
        },
        // The body was read and parsed by the transport.
        parseAs: 'stream',
      })
      const attempts = ending?.attempts ?? []
      let result: Pick<Ending<T>, 'data' | 'failure' | 'response'> | undefined = ending
      if (!result || response !== answer) {
        // A middleware answered in place of the service.
        const text = response.ok ? await response.text() : JSON.stringify(error)
        const called = { method, url: response.url || baseUrl + path }
        result = { ...judge(transport, plan, called, response, text), response }
      }
      const { data, failure } = result
      if (failure) throw Object.assign(failure, { attempts })
      return { data: data as T, response: result.response as Response, idempotencyKey: undefined, attempts }
    },
  }
}

const directPlan = ({ limits }: Transport, { method }: Request): Plan<unknown> => ({
  operation: 'http',
  limits,
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
  // No constructor takes the address of the answer.
  return Object.defineProperty(new Response(text || null, response), 'url', { value: response.url })
}

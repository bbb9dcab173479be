import { operations, type OperationId } from '../../generated/operations'
import type { Mode } from '@event-delivery/conformance'
import type { BackendOptions, Clock } from '@event-delivery/mock'

/** Answers a request. */
export type Fetch = (request: Request) => Promise<Response>

/** The places where a backend is broken: its options, the way to its clients, the way to its receivers. */
export interface Hooks {
  options?: BackendOptions
  fetch?: (send: Fetch) => Fetch
  deliver?: (send: Fetch) => Fetch
}

/**
 * Breaks a backend. It is called once a run, so that no run sees what an earlier one left behind, and gets the backend's
 * clock where that is not the machine's.
 */
export type Breakage = (clock?: Clock) => Hooks

/** A backend that breaks one rule. */
export interface Mutant {
  /** In kebab case: what is broken. */
  id: string
  /** The rule that the mutant breaks, which a failed check has to name. */
  rule: string
  break: Breakage
  /** API keys that the suite is given in place of the usual ones. */
  keys?: { live?: string; test?: string }
  /** Requests per second, for mutants of the rate limit. */
  plan?: number
  /** The least mode in which it can be seen. `full` unless given. */
  mode?: Mode
  /** Rules that it breaks as well: a check that names one of them in place of `rule` has found it. */
  besides?: readonly string[]
  /** The kind of trap that it was generated from. */
  family?: string
}

/** An exchange whose answer is about to be changed. */
export interface Exchange {
  request: Request
  /** The request's body, parsed; `undefined` where it is no JSON object. */
  body: Json | undefined
  status: number
  url: URL
  /** How many exchanges were changed before this one. */
  count: number
}

type Json = Record<string, unknown>
type Change = (json: Json, exchange: Exchange) => unknown

const patterns = Object.values(operations).map(({ id, method, path }) => ({
  id,
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`),
}))

/** The operation that a request addresses. */
export function operationOf({ method, url }: Request): OperationId | undefined {
  const { pathname } = new URL(url)
  return patterns.find((pattern) => pattern.method === method && pattern.path.test(pathname))?.id
}

/** Several breakages in one: each changes what those before it leave of requests, answers and deliveries. */
export function together(breakages: readonly Breakage[]): Breakage {
  return (clock) => {
    const all = breakages.map((breakage) => breakage(clock))
    const through = (way: 'fetch' | 'deliver') => (send: Fetch) =>
      all.reduce((inner, hooks) => hooks[way]?.(inner) ?? inner, send)
    const options = all.reduce<BackendOptions>((before, one) => ({ ...before, ...one.options }), {})
    return { options, fetch: through('fetch'), deliver: through('deliver') }
  }
}

/** A breakage that remembers something: `make` holds the memory and returns what it breaks with it. */
export function remembering(make: () => Breakage): Breakage {
  return (clock) => make()(clock)
}

/** Changes the body of each success of an operation. */
export function changeSuccesses(operation: OperationId, change: Change): Breakage {
  return changeBodies(operation, (status) => status < 300, change)
}

/** Changes the body of each error answer of an operation. */
export function changeErrors(operation: OperationId, change: Change): Breakage {
  return changeBodies(operation, (status) => status >= 400, change)
}

function changeBodies(
  operation: OperationId,
  concerns: (status: number) => boolean,
  change: Change,
): Breakage {
  return () => {
    let count = 0
    return {
      fetch: (send) => async (request) => {
        if (operationOf(request) !== operation) return send(request)
        const body = parseObject(await request.clone().text())
        const response = await send(request)
        if (!concerns(response.status)) return response
        const exchange = { request, body, status: response.status, url: new URL(request.url), count }
        count += 1
        return withBody(response, change((await response.json()) as Json, exchange))
      },
    }
  }
}

/** Answers some requests itself; `undefined` leaves a request to the backend. */
export function answerInstead(
  answer: (request: Request, send: Fetch) => Response | undefined | Promise<Response | undefined>,
): Breakage {
  return () => ({
    fetch: (send) => async (request) => (await answer(request.clone(), send)) ?? send(request),
  })
}

/** Changes requests before the backend sees them. */
export function changeRequests(change: (request: Request) => Request | Promise<Request>): Breakage {
  return () => ({ fetch: (send) => async (request) => send(await change(request)) })
}

/** Changes whole answers of an operation, or of all of them where `operation` is `undefined`. */
export function changeResponses(
  operation: OperationId | undefined,
  change: (response: Response, request: Request, send: Fetch) => Response | Promise<Response>,
): Breakage {
  return () => ({
    fetch: (send) => async (request) => {
      const kept = request.clone()
      const response = await send(request)
      return operation === undefined || operationOf(kept) === operation
        ? change(response, kept, send)
        : response
    },
  })
}

/** Changes the successes of an operation, with all webhooks at hand that were registered before, by id. */
export function changeKnowingWebhooks(
  operation: OperationId,
  change: (json: Json, registered: ReadonlyMap<unknown, Json>) => unknown,
): Breakage {
  return () => {
    const registered = new Map<unknown, Json>()
    return {
      fetch: (send) => async (request) => {
        const asked = operationOf(request)
        const response = await send(request)
        if (asked === undefined || response.status >= 300) return response
        const json = (await response.clone().json()) as Json
        if (asked === 'createWebhook') registered.set(json.id, json)
        return asked === operation ? withBody(response, change(json, registered)) : response
      },
    }
  }
}

/** Changes deliveries on their way; `undefined` loses one. `count` begins at 1. */
export function changeDeliveries(
  change: (request: Request, count: number) => Request | undefined | Promise<Request | undefined>,
): Breakage {
  return () => {
    let count = 0
    return {
      deliver: (send) => async (request) => {
        const changed = await change(request, (count += 1))
        return changed ? send(changed) : new Response(null, { status: 204 })
      },
    }
  }
}

/** A response with another JSON body. */
export function withBody(response: Response, json: unknown): Response {
  const { status } = response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(json), { status, headers })
}

/** A response with another status. */
export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers })
}

/** A request with another body, URL, method or headers. */
export async function alterRequest(
  request: Request,
  change: {
    body?: (json: Json) => unknown
    url?: (url: URL) => void
    headers?: (headers: Headers) => void
    method?: string
  },
): Promise<Request> {
  const url = new URL(request.url)
  change.url?.(url)
  const headers = new Headers(request.headers)
  change.headers?.(headers)
  const text = await request.text()
  const json = parseObject(text)
  const body = change.body && json ? JSON.stringify(change.body(json)) : text
  const method = change.method ?? request.method
  return new Request(url, {
    method,
    headers,
    body: ['GET', 'HEAD'].includes(method) || body === '' ? undefined : body,
  })
}

/** An answer in the error envelope. */
export function errorResponse(
  status: number,
  code = 'invalid_request',
  message = 'Refused.',
  param?: string,
): Response {
  return Response.json({ error: { code, message, ...(param === undefined ? {} : { param }) } }, { status })
}

/** The API key that a request names; empty where it names none. */
export function apiKeyOf(request: Request): string {
  return request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
}

/** A request in the name of another API key. */
export function withApiKey(request: Request, key: string): Promise<Request> {
  return alterRequest(request, { headers: (headers) => headers.set('authorization', `Bearer ${key}`) })
}

/** A request with its idempotency key changed, in the header and in the body. */
export async function withIdempotencyKey(
  request: Request,
  change: (key: string) => string,
): Promise<Request> {
  const { idempotencyKey } = parseObject(await request.clone().text()) ?? {}
  const header = request.headers.get('idempotency-key')
  const key = header ?? idempotencyKey
  if (typeof key !== 'string') return request
  const changed = change(key)
  return alterRequest(request, {
    headers: (headers) => void (header !== null && headers.set('idempotency-key', changed)),
    body: (json) => (typeof idempotencyKey === 'string' ? { ...json, idempotencyKey: changed } : json),
  })
}

/** Whether a request is made with a test key. */
export function usesTestKey(request: Request): boolean {
  return request.headers.get('authorization')?.startsWith('Bearer sk_test_') ?? false
}

/** A text as a JSON object; `undefined` where it is none. */
export function parseObject(text: string): Json | undefined {
  try {
    const json = JSON.parse(text) as unknown
    return typeof json === 'object' && json !== null ? (json as Json) : undefined
  } catch {
    return undefined
  }
}

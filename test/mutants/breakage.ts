import { operations, type OperationId } from '../../generated/operations'
import type { BackendOptions } from '@event-delivery/mock'

/** From request to answer. */
export type Fetch = (request: Request) => Promise<Response>

/** How the reference backend is broken: by its options, between it and its clients, or on its way to receivers. */
export interface Breakage {
  options?: BackendOptions
  fetch?: (send: Fetch) => Fetch
  deliver?: (send: Fetch) => Fetch
}

/** A backend that breaks one rule. */
export interface Mutant {
  id: string
  /** The rule that it breaks, which a failed check has to name. */
  rule: string
  title: string
  break: Breakage
  /** Keys that it has in place of the usual ones. */
  keys?: { live?: string; test?: string }
  /** Requests per second, for mutants of the rate limit. */
  plan?: number
}

/** What a change sees of an exchange. */
export interface Exchange {
  request: Request
  /** The request's body, parsed; `undefined` where it has none. */
  body: Record<string, unknown> | undefined
  status: number
  url: URL
  /** How many exchanges of this kind went before. */
  count: number
}

type Json = Record<string, unknown>

/** The operation that a request addresses. */
export function operationOf(request: Request): OperationId | undefined {
  const { pathname } = new URL(request.url)
  return Object.values(operations).find(
    ({ method, path }) =>
      method === request.method && new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname),
  )?.id
}

/** Changes the body of each success of an operation. */
export function successes(
  operation: OperationId,
  change: (json: Json, exchange: Exchange) => unknown,
): Breakage {
  return answers(operation, (status) => status < 300, change)
}

/** Changes the body of each refusal of an operation. */
export function refusals(
  operation: OperationId,
  change: (json: Json, exchange: Exchange) => unknown,
): Breakage {
  return answers(operation, (status) => status >= 400, change)
}

function answers(
  operation: OperationId,
  concerns: (status: number) => boolean,
  change: (json: Json, exchange: Exchange) => unknown,
): Breakage {
  let count = 0
  return {
    fetch: (send) => async (request) => {
      if (operationOf(request) !== operation) return send(request)
      const body = jsonOf(await request.clone().text())
      const response = await send(request)
      if (!concerns(response.status)) return response
      const exchange = { request, body, status: response.status, url: new URL(request.url), count }
      count += 1
      return withBody(response, change((await response.json()) as Json, exchange))
    },
  }
}

/** Answers some requests itself; `undefined` leaves the request to the backend. */
export function instead(
  answer: (request: Request, send: Fetch) => Response | undefined | Promise<Response | undefined>,
): Breakage {
  return { fetch: (send) => async (request) => (await answer(request.clone(), send)) ?? send(request) }
}

/** Changes some requests before the backend sees them. */
export function tampered(change: (request: Request) => Request | Promise<Request>): Breakage {
  return { fetch: (send) => async (request) => send(await change(request)) }
}

/** Changes the answers of an operation as a whole. */
export function replies(
  operation: OperationId | undefined,
  change: (response: Response, request: Request, send: Fetch) => Response | Promise<Response>,
): Breakage {
  return {
    fetch: (send) => async (request) => {
      const kept = request.clone()
      const response = await send(request)
      return operation === undefined || operationOf(kept) === operation
        ? change(response, kept, send)
        : response
    },
  }
}

/** Changes the successes of an operation by what the registrations of webhooks returned, kept by id. */
export function recalls(
  operation: OperationId,
  change: (json: Json, registered: ReadonlyMap<unknown, Json>) => unknown,
): Breakage {
  const registered = new Map<unknown, Json>()
  return {
    fetch: (send) => async (request) => {
      const asked = operationOf(request)
      const response = await send(request)
      if (response.status >= 300) return response
      const json = (await response.clone().json()) as Json
      if (asked === 'createWebhook') registered.set(json.id, json)
      return asked === operation ? withBody(response, change(json, registered)) : response
    },
  }
}

/** Changes deliveries on their way; `undefined` loses one. */
export function deliveries(
  change: (request: Request, count: number) => Request | undefined | Promise<Request | undefined>,
): Breakage {
  let count = 0
  return {
    deliver: (send) => async (request) => {
      const changed = await change(request, (count += 1))
      return changed ? send(changed) : new Response(null, { status: 204 })
    },
  }
}

export function withBody(response: Response, json: unknown): Response {
  const { status } = response
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(json), { status, headers })
}

export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { status, headers: response.headers })
}

/** A request with another body, query or headers. */
export async function altered(
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
  const json = jsonOf(text)
  const body = change.body && json ? JSON.stringify(change.body(json)) : text
  const method = change.method ?? request.method
  return new Request(url, {
    method,
    headers,
    body: ['GET', 'HEAD'].includes(method) || body === '' ? undefined : body,
  })
}

export function refusal(
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
  return altered(request, { headers: (headers) => headers.set('authorization', `Bearer ${key}`) })
}

/** Changes the idempotency key of a creation, wherever it stands. */
export async function withIdempotencyKey(
  request: Request,
  change: (key: string) => string,
): Promise<Request> {
  const { idempotencyKey } = ((await request
    .clone()
    .json()
    .catch(() => null)) ?? {}) as Json
  const header = request.headers.get('idempotency-key')
  const key = header ?? idempotencyKey
  if (typeof key !== 'string') return request
  const changed = change(key)
  return altered(request, {
    headers: (headers) => void (header !== null && headers.set('idempotency-key', changed)),
    body: (json) => (typeof idempotencyKey === 'string' ? { ...json, idempotencyKey: changed } : json),
  })
}

export function isTest(request: Request): boolean {
  return request.headers.get('authorization')?.startsWith('Bearer sk_test_') ?? false
}

/** A text as a JSON object; `undefined` where it is none. */
export function jsonOf(text: string): Json | undefined {
  try {
    const json = JSON.parse(text) as unknown
    return typeof json === 'object' && json !== null ? (json as Json) : undefined
  } catch {
    return undefined
  }
}

import createClient, { type Client } from 'openapi-fetch'
import type { Dialect } from '../../generated/dialect'
import type { OperationId } from '../../generated/operations'
import type { paths } from '../../generated/types'
import { ApiError } from '../errors/api-errors'
import { type Outcome, UnsupportedOperationError } from '../errors/request-errors'
import type { CallOptions } from '../options'
import { type HeadersOption, checkDuration, checkHeaders, checkSegment, refuse } from '../preflight'
import { type Plan, type Success, perform } from '../transport/call'
import { OutgoingRequest, outgoing } from '../transport/outgoing-request'
import type { Repeatable } from '../transport/retry-policy'
import type { Gate, Transport } from '../transport/transport'
import type { WithResponse } from './api-call'

/** Method and path of each operation, as a dialect writes them. */
export const routes: Readonly<Record<OperationId, string>> = {
  createEvent: 'POST /v1/events',
  listEvents: 'GET /v1/events',
  retrieveEvent: 'GET /v1/events/{id}',
  createWebhook: 'POST /v1/webhooks',
  listWebhooks: 'GET /v1/webhooks',
  deleteWebhook: 'DELETE /v1/webhooks/{id}',
  createKey: 'POST /v1/keys',
}

/** One call of an operation. */
export interface Invocation {
  operation: OperationId
  /** `safe` unless given. */
  repeatable?: Repeatable
  /** The fields that are relied on, the first of them text. The whole schema would cost 10 kB, and is the suite's business. */
  fields: string[]
  /** Whether the answer is a page of records with these fields. */
  isPage?: boolean
  id?: string
  query?: object
  /** JSON text. */
  body?: string
  headers?: Record<string, string>
  idempotencyKey?: string
  gate?: Gate
  /** What an answer that is no success amounts to, if to a success. */
  settle?(text: string, response: Response, before: Outcome): unknown
}

/** Carries out operations, and holds the typed client under them. */
export interface Api {
  http: Client<paths>
  invoke<T, Key extends string | undefined = undefined>(
    invocation: Invocation,
    options?: CallOptions,
  ): Promise<WithResponse<T, Key>>
}

export function createApi(
  transport: Transport,
  baseUrl: string,
  dialect: Dialect,
  headers?: HeadersOption,
): Api {
  checkHeaders(headers)
  let hasMiddleware = false

  const http = createClient<paths>({
    baseUrl,
    headers,
    pathSerializer: (path, values) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => checkSegment(name, values[name])),
    fetch: async (given) => {
      const request = await outgoing(given)
      if (/^[^?]*%7B/.test(request.url)) refuse('id', 'is missing.')
      const plan: Plan<Response> = {
        ...transport,
        operation: 'http',
        repeatable: /GET|DELETE/.test(given.method) ? 'safe' : 'never',
        signal: given.signal,
        read: readable,
        settle: readable,
      }
      return (await perform(transport, plan, request)).data
    },
  })
  const { use } = http
  http.use = (...middleware) => {
    hasMiddleware = true
    use(...middleware)
  }

  return {
    http,
    async invoke<T, Key extends string | undefined>(
      invocation: Invocation,
      {
        signal,
        headers,
        maxRetries = transport.maxRetries,
        timeout = transport.timeout,
        deadline = transport.deadline,
      }: CallOptions = {},
    ) {
      const { operation, id, query, body, idempotencyKey } = invocation
      const route = (dialect.operations as Record<string, string | null> | undefined)?.[operation]
      if (route === null) throw new UnsupportedOperationError(operation, { idempotencyKey })
      const [method, path] = (route ?? routes[operation]).split(' ') as [string, string]
      checkHeaders(headers)

      const plan: Plan<T> = {
        repeatable: 'safe',
        ...(invocation as Omit<Invocation, 'settle'> & Pick<Plan<T>, 'settle'>),
        signal,
        maxRetries,
        timeout: checkDuration('timeout', timeout),
        deadline: checkDuration('deadline', deadline),
        read: (text) => parsed<T>(text, invocation),
      }
      let success: Success<T> | undefined
      try {
        await http.request(method.toLowerCase() as 'get', path as '/v1/events', {
          params: { path: { id }, query, header: invocation.headers } as never,
          headers,
          body: body as never,
          bodySerializer: () => body,
          // The body has been read and judged. As a stream, openapi-fetch hands it through untouched.
          parseAs: 'stream',
          // A middleware wants a real request.
          ...(!hasMiddleware && { Request: OutgoingRequest }),
          fetch: async (request: Request) => {
            success = await perform(transport, plan, await outgoing(request))
            return success.response.ok ? success.response : new Response()
          },
        })
      } catch (error) {
        // Where the path itself is an assumption, these say that nothing is there. A 404 may also mean the id.
        const isAbsent = error instanceof ApiError && [405, 501, id ? 0 : 404].includes(error.status)
        throw isAbsent && /^(ret|listW|createK)/.test(operation)
          ? new UnsupportedOperationError(operation, error, error)
          : error
      }
      if (!success) throw new ApiError('Answered by a middleware.', { idempotencyKey })
      return { ...success, idempotencyKey: idempotencyKey as Key }
    },
  }
}

/** The value of an answer. Nothing when it is not as promised. */
function parsed<T>(text: string, { fields, isPage }: Invocation): T | undefined {
  const isRecord = (value: Record<string, unknown>) =>
    fields.every((name) => value[name] !== undefined) && typeof value[fields[0] as string] === 'string'
  try {
    const value = JSON.parse(text) as Record<string, unknown>
    const { data, hasMore, nextCursor } = value
    const isPromised = isPage
      ? (data as Record<string, unknown>[]).every(isRecord) &&
        typeof hasMore === 'boolean' &&
        (!hasMore || nextCursor)
      : isRecord(value)
    return isPromised ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** An answer whose body, already read within the time limit, can be read again. */
function readable(text: string, response: Response): Response {
  // A status of 0 is a browser's hidden redirect, which nobody can make.
  return response.status
    ? new Response([204, 205, 304].includes(response.status) ? null : text, response)
    : response
}

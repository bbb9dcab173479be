import createClient, { type Client, createQuerySerializer } from 'openapi-fetch'
import type { Dialect } from '../../generated/dialect'
import type { OperationId } from '../../generated/operations'
import type { paths } from '../../generated/types'
import { ApiError } from '../errors/api-errors'
import { type Outcome, UnsupportedOperationError } from '../errors/request-errors'
import type { CallOptions } from '../options'
import { type HeadersOption, checkPositive, checkSegment, mergeHeaders, refuse } from '../preflight'
import { type Plan, perform } from '../transport/call'
import { fromJson } from '../transport/json'
import type { Gate, Transport } from '../transport/transport'
import type { WithResponse } from './api-call'
import type { PageFields } from './page'

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
  /** Always unless given. */
  retryable?(outcome: Outcome): boolean
  /** The fields that are relied on, text all but `data`. The whole schema would cost 10 kB, and is the suite's business. */
  fields: string[]
  id?: string
  query?: object
  /** JSON text. */
  body?: string
  headers?: Record<string, string>
  idempotencyKey?: string
  gate?: Gate
  /** What a 404 amounts to after an attempt whose answer was lost: it may have been carried out. */
  gone?: object
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
  const own = mergeHeaders(headers)

  const http = createClient<paths>({
    baseUrl,
    headers: own,
    pathSerializer: fillPath,
    fetch: async (given) => {
      const { url, method, headers, signal } = given
      if (/^[^?]*%7B/.test(url)) refuse('id', 'is missing.')
      const plan: Plan<Response> = {
        ...transport,
        transport,
        operation: 'http',
        url,
        method,
        headers,
        // Sent as it is on each attempt: a request can be sent only once.
        body: given.body && (await given.text()),
        retryable: () => /GET|DELETE/.test(method),
        signal,
        // What is no JSON, openapi-fetch would throw away with the answer that brought it.
        read: (text, response) =>
          (!response.ok || fromJson(text || '0') !== undefined) && reread(text, response),
      }
      return (await perform(plan)).data
    },
  })
  return {
    http,
    async invoke<T, Key extends string | undefined>(invocation: Invocation, given?: CallOptions) {
      const { operation, id, query, body, gone } = invocation
      const options = given ?? {}
      const route = { ...routes, ...dialect.operations }[operation]
      if (!route) throw new UnsupportedOperationError(operation)
      const [method, path] = route.split(' ') as [string, string]
      const search = createQuerySerializer()(query)
      const limit = (name: 'timeout' | 'deadline') => checkPositive(name, options[name] ?? transport[name])
      const plan: Plan<T> = {
        transport,
        retryable: () => true,
        ...invocation,
        url: baseUrl + fillPath(path, { id }) + (search && '?' + search),
        method,
        headers: mergeHeaders(
          body && { 'content-type': 'application/json' },
          own,
          options.headers,
          invocation.headers,
        ),
        body,
        signal: options.signal,
        maxRetries: options.maxRetries ?? transport.maxRetries,
        timeout: limit('timeout'),
        deadline: limit('deadline'),
        read: (text, { ok, status }, outcome) =>
          ok ? parsed<T>(text, invocation) : status === 404 && outcome === 'unknown' && (gone as T),
      }
      try {
        return (await perform(plan)) as WithResponse<T, Key>
      } catch (error) {
        // Where the path itself is an assumption, these say that nothing is there. A 404 may also mean the id.
        const isAbsent = error instanceof ApiError && [405, 501, id ? 0 : 404].includes(error.status)
        throw isAbsent && /^(ret|listW|createK)/.test(operation)
          ? new UnsupportedOperationError(operation, error, error)
          : error
      }
    },
  }
}

/** An answer whose body was read, to be read again. One without a status is the browser's for a redirect, and has no body. */
const reread = (text: string, response: Response) =>
  response.status ? new Response(text || null, response) : response

const fillPath = (path: string, values: Record<string, unknown>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => checkSegment(name, values[name]))

/** The value of an answer. Nothing when it is not as promised. */
function parsed<T>(text: string, { fields, operation }: Invocation): T | undefined {
  const isRecord = (value: unknown) => {
    const record = Object(value) as Record<string, unknown>
    return fields.every((name) => typeof record[name] === 'string' || (name === 'data' && name in record))
  }
  const value = fromJson(text)
  const { data, hasMore, nextCursor } = Object(value) as Partial<PageFields<unknown>>
  const isPromised = /^list/.test(operation)
    ? Array.isArray(data) &&
      data.every(isRecord) &&
      typeof hasMore === 'boolean' &&
      (!hasMore || (nextCursor && typeof nextCursor === 'string'))
    : isRecord(value)
  return isPromised ? (value as T) : undefined
}

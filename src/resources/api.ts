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
  repeatable: Repeatable
  /** Whether the body of a success is what was promised. */
  is(value: unknown): boolean
  id?: string
  query?: object
  /** JSON text. */
  body?: string
  headers?: Record<string, string>
  idempotencyKey?: string
  gate?: Gate
  /** What an answer that is no success amounts to, if to a success. */
  settle?(status: number, before: Outcome): unknown
}

/** Carries out operations, and holds the typed client under them. */
export interface Api {
  http: Client<paths>
  invoke<T, Key extends string | undefined = undefined>(
    invocation: Invocation,
    options?: CallOptions,
  ): Promise<WithResponse<T, Key>>
}

const optional: Record<string, unknown> = {
  retrieveEvent: 1,
  listWebhooks: 1,
  createKey: 1,
} satisfies Record<keyof NonNullable<Dialect['operations']>, 1>

export function createApi(
  transport: Transport,
  baseUrl: string,
  dialect: Dialect,
  headers?: HeadersOption,
): Api {
  checkHeaders(headers)
  const { timeout, deadline, maxRetries } = transport

  const http = createClient<paths>({
    baseUrl,
    headers,
    Request: OutgoingRequest as unknown as typeof Request,
    pathSerializer: (path, values) =>
      path.replace(/\{(\w+)\}/g, (_, name: string) => checkSegment(name, values[name])),
    fetch: async (given) => {
      const request = await outgoing(given)
      if (request.url.includes('{')) refuse('id', 'A path parameter is missing.')
      const plan: Plan<Response, ArrayBuffer> = {
        operation: 'http',
        repeatable: /^(GET|DELETE)$/.test(request.method) ? 'safe' : 'never',
        timeout,
        deadline,
        maxRetries,
        signal: request.init.signal ?? undefined,
        readBody: (response) => response.arrayBuffer(),
        read: ({ response, body }) => rebuilt(response, body),
        settle: ({ response, body }) => rebuilt(response, body),
      }
      return (await perform(transport, plan, request)).value
    },
  })

  return {
    http,
    async invoke<T, Key extends string | undefined>(invocation: Invocation, options: CallOptions = {}) {
      const { operation, is, id, query, body, idempotencyKey, settle } = invocation
      const never = { attempts: [], outcome: 'not-sent' as const, idempotencyKey }
      const isOptional = operation in optional
      const moved = isOptional
        ? (dialect.operations as Record<string, string | null> | undefined)?.[operation]
        : undefined
      if (moved === null) throw new UnsupportedOperationError(operation, never)
      const [method, path] = (moved ?? routes[operation]).split(' ') as [string, string]
      checkHeaders(options.headers)
      const own = options.headers instanceof Headers ? Object.fromEntries(options.headers) : options.headers

      const plan: Plan<T> = {
        operation,
        repeatable: invocation.repeatable,
        timeout: checkDuration('timeout', options.timeout ?? timeout),
        deadline: checkDuration('deadline', options.deadline ?? deadline),
        maxRetries: options.maxRetries ?? maxRetries,
        signal: options.signal,
        idempotencyKey,
        gate: invocation.gate,
        readBody: (response) => readText(response),
        read: (answer) => parsed<T>(answer.body, is),
        settle: ({ response }, before) => settle?.(response.status, before) as T | undefined,
      }
      let success: Success<T> | undefined
      const fetch = async (request: Request) => {
        success = await perform(transport, plan, await outgoing(request))
        const { response } = success
        // The body has been read and judged. As a stream, openapi-fetch hands it through untouched.
        return response.ok ? response : new Response()
      }
      try {
        await http.request(method.toLowerCase() as 'get', path as '/v1/events', {
          params: { path: { id }, query } as object,
          headers: { ...own, ...invocation.headers },
          body: body as never,
          bodySerializer: () => body,
          parseAs: 'stream',
          fetch,
        })
      } catch (error) {
        const isAbsent =
          error instanceof ApiError && (/405|501/.test(`${error.status}`) || (error.status === 404 && !id))
        throw isOptional && isAbsent ? new UnsupportedOperationError(operation, error, error) : error
      }
      // A middleware that answers by itself leaves no success.
      if (!success) throw new ApiError('A middleware answered in place of the service.', {}, never)
      const { value: data, response, attempts } = success
      return { data, response, attempts, idempotencyKey: idempotencyKey as Key }
    },
  }
}

/** The text of an answer. That of an error is worth less than its status, which is certain. */
const readText = (response: Response) => (response.ok ? response.text() : response.text().catch(() => ''))

function parsed<T>(text: string, is: (value: unknown) => boolean): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return is(value) ? (value as T) : undefined
  } catch {
    return undefined
  }
}

/** An answer whose body, already read within the time limit, can be read again. */
function rebuilt(response: Response, body: ArrayBuffer): Response {
  const { status, statusText, headers } = response
  if (!status) return response
  return new Response([204, 205, 304].includes(status) ? null : body, { status, statusText, headers })
}

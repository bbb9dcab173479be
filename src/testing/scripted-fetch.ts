/** A request that a scripted `fetch` received. */
export interface RecordedRequest {
  /** The whole address, its query included. */
  url: string
  method: string
  /** All headers as they were sent: `authorization` has the key. */
  headers: Headers
  /** The body of the request. Empty where it had none, or none that is text. */
  body: string
}

/** A step of the script: the answer to one request, or its failure. */
export type Step = (request: RecordedRequest, signal: AbortSignal | undefined) => Response | Promise<Response>

/** A `fetch` that follows a script, and records the requests. */
export interface ScriptedFetch {
  (url: string, init?: RequestInit): Promise<Response>
  /** The requests so far, oldest first. */
  readonly requests: readonly RecordedRequest[]
}

/**
 * Makes a `fetch` that answers each request by the next step, and by the last step once there are no more.
 *
 * @example
 * const fetch = scriptedFetch(answer(503), reset(), answer(201, event))
 * await new EventDelivery({ apiKey, baseUrl, fetch, clock }).events.create({ type: 'order.paid', data: {} })
 * expect(fetch.requests).toHaveLength(3)
 */
export function scriptedFetch(...steps: [Step, ...Step[]]): ScriptedFetch {
  const requests: RecordedRequest[] = []
  const fetch = async (url: string, init: RequestInit = {}) => {
    const request: RecordedRequest = {
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
    }
    const step = steps[Math.min(requests.push(request), steps.length) - 1] ?? steps[0]
    return step(request, init.signal ?? undefined)
  }
  return Object.assign(fetch, { requests })
}

/**
 * Answers with a status and, unless the body is text, a body in JSON.
 *
 * @example
 * const fetch = scriptedFetch(answer(503), answer(201, event))
 */
export function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): Step {
  return () =>
    typeof body === 'string'
      ? new Response(body, { status, headers })
      : new Response(JSON.stringify(body), {
          status,
          headers: { 'content-type': 'application/json', ...headers },
        })
}

/**
 * Answers with the interface's error envelope.
 *
 * @example
 * const fetch = scriptedFetch(refuse(400, 'invalid_request', 'type is required.', 'type'))
 */
export function refuse(status: number, code: string, message = code, param?: string): Step {
  return answer(status, { error: { code, message, param } })
}

/**
 * Answers 429 with a wait: seconds, or a date that is judged against `date`.
 *
 * @example
 * const fetch = scriptedFetch(rateLimit(20), answer(201, event))
 */
export function rateLimit(retryAfter: number | Date, date?: Date): Step {
  const headers: Record<string, string> = {
    'retry-after': typeof retryAfter === 'number' ? `${retryAfter}` : retryAfter.toUTCString(),
  }
  if (date) headers['date'] = date.toUTCString()
  return answer(429, { error: { code: 'rate_limited', message: 'Too many requests.' } }, headers)
}

const networkError = (code: string, message: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

/**
 * Refuses the connection: the request was certainly not sent.
 *
 * @example
 * const fetch = scriptedFetch(refuseConnection(), answer(201, event))
 */
export const refuseConnection = (): Step => async () => {
  throw networkError('ECONNREFUSED', 'connect ECONNREFUSED')
}

/**
 * Loses the connection. With a step, the service takes that step first, and only its answer is lost: a drop after the commit.
 *
 * @example
 * const fetch = scriptedFetch(reset(answer(201, event)), answer(201, event))
 */
export const reset =
  (after?: Step): Step =>
  async (request, signal) => {
    await after?.(request, signal)
    throw networkError('ECONNRESET', 'read ECONNRESET')
  }

/**
 * Sends half of the body of a step's answer, then loses the connection.
 *
 * @example
 * const fetch = scriptedFetch(truncate(answer(201, event)), answer(201, event))
 */
export const truncate =
  (step: Step): Step =>
  async (request, signal) => {
    const response = await step(request, signal)
    const bytes = new Uint8Array(await response.arrayBuffer())
    const half = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, bytes.length / 2))
      },
      pull(controller) {
        controller.error(networkError('ECONNRESET', 'terminated'))
      },
    })
    return new Response(half, { status: response.status, headers: response.headers })
  }

/**
 * Never answers, until the request is aborted.
 *
 * @example
 * const fetch = scriptedFetch(hang(), answer(201, event))
 */
export const hang = (): Step => (_request, signal) =>
  new Promise((_, reject) =>
    signal?.addEventListener('abort', () =>
      reject(Object.assign(new Error('aborted'), { name: 'AbortError' })),
    ),
  )

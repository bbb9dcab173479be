import { type ReadonlySignal, signal } from '@preact/signals'
import { type ControlCall, curlLine } from './curl-line'

/** A request beyond its method, path and body. */
export interface CallOptions {
  /** The API key of a request to the interface. The token of the mock is sent unless given. */
  key?: string
  headers?: Readonly<Record<string, string>>
  /** A JSON text that is sent as it is, in place of a body: `JSON.stringify` would round its numbers. */
  text?: string
  /** Shows a GET as the last act, too: a reader asked for it. */
  isAct?: boolean
  /** The name of the file that the command line sends in place of a long text. */
  file?: string
}

/** An act that was carried out, for the line that shows how to do the same in a shell. */
interface Act {
  curl: string
}

/** The parts that a control client works with. */
export interface ControlOptions {
  transport: Transport
  /** The origin of the mock, such as `http://127.0.0.1:4010`. */
  origin: string
  session: ReadonlySignal<string | null>
  /** Keeps the token while the page is open. It never becomes part of an address. */
  token: { get(): string | null; set(token: string): void }
}

/** Calls the routes of the mock that the page shows, for the session that is selected. */
export class Control {
  /** The origin of the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  readonly lastAct = signal<Act>()
  /** True from a 401 of a control route on, until a token is given. */
  readonly tokenWanted = signal(false)

  readonly #options: ControlOptions

  constructor(options: ControlOptions) {
    this.#options = options
    this.origin = options.origin
  }

  /** Whether the mock wants a token, which this page knows. */
  get hasToken(): boolean {
    return this.#options.token.get() !== null
  }

  /** Sends a request with token and session, and resolves with its answer, which may be a refusal. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const { transport, session, token } = this.#options
    const headers = new Headers(init.headers)
    const known = token.get()
    if (known && !headers.has('authorization')) headers.set('authorization', `Bearer ${known}`)
    if (session.value !== null) headers.set('x-mock-session', session.value)
    if ((init.method ?? 'GET') === 'GET') headers.set('x-mock-reader', 'inspector')
    const response = await transport(new Request(this.origin + path, { ...init, headers }))
    // Another tab may have given the token meanwhile.
    const isKnown = token.get() === known
    if (response.status === 401 && isKnown && path.startsWith('/__mock')) this.tokenWanted.value = true
    return response
  }

  /** The command line that sends this request. It holds no secret. */
  curl(method: string, path: string, body?: unknown, options: CallOptions = {}): string {
    const { session, token } = this.#options
    const { key, headers, text, file } = options
    const sessionHeader: Record<string, string> =
      session.value === null ? {} : { 'X-Mock-Session': session.value }
    const call: ControlCall = { method, path, body, text, file, headers: { ...sessionHeader, ...headers } }
    const authorization = key !== undefined ? 'key' : token.get() ? 'token' : undefined
    return curlLine(call, { origin: this.origin, authorization })
  }

  /**
   * Calls a route below `/__mock` or `/v1` and resolves with its JSON, `undefined` for an empty answer. Rejects with a {@link
   * ControlFailure}. The page shows the call as the last act, unless it is a GET without `isAct`.
   *
   * @example
   * const { now } = await control.call<ClockReading>('POST', '/__mock/clock/advance', { minutes: 5 })
   */
  async call<Result>(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Result> {
    const headers = new Headers(options.headers)
    const sent = options.text ?? JSON.stringify(body)
    if (sent !== undefined) headers.set('content-type', 'application/json')
    if (options.key !== undefined) headers.set('authorization', `Bearer ${options.key}`)
    const response = await this.ask(path, { method, headers, body: sent }).catch((error: unknown) => {
      const message = `The mock cannot be reached: ${String(error)}`
      throw new ControlFailure(0, { code: 'no_answer', message })
    })
    const text = await response.text()
    if (method !== 'GET' || options.isAct)
      this.lastAct.value = { curl: this.curl(method, path, body, options) }
    const answer = parsed(text)
    if (!response.ok) throw failureOf(response.status, answer)
    return answer as Result
  }

  /** Uses this token from now on, and resolves with whether the mock accepts it. */
  async useToken(given: string): Promise<boolean> {
    this.#options.token.set(given)
    const { status } = await this.ask('/__mock/clock')
    this.tokenWanted.value = status === 401
    return status !== 401
  }
}

/** The value of a JSON text. `undefined` where the text is empty or something else than JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, asWritten) as unknown
  } catch {
    return undefined
  }
}

/** Keeps a number that JavaScript would round as it is written. A browser without `JSON.rawJSON` tells no source, and rounds it. */
function asWritten(_name: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || !source || source === `${value}`) return value
  return (JSON as unknown as { rawJSON(written: string): unknown }).rawJSON(source)
}

/** A refusal of the mock, as the panels show it: beside the field that `param` names, where it names one. */
export class ControlFailure extends Error {
  override readonly name = 'ControlFailure'
  /** The status of the answer. 0 where there was no answer. */
  readonly status: number
  readonly code: string
  readonly param?: string
  constructor(status: number, error: { code: string; message: string; param?: string }) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.param = error.param
  }
}

/** The failure that an answer tells. The body may come from something else than the mock, such as a proxy. */
export function failureOf(status: number, body: unknown): ControlFailure {
  const { code, message, param } = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  return new ControlFailure(status, {
    code: typeof code === 'string' ? code : 'no_answer_of_the_mock',
    message: typeof message === 'string' ? message : `The answer has the status ${status} and no reason.`,
    param: typeof param === 'string' ? param : undefined,
  })
}

/** Carries one request to the mock: the platform's `fetch` where the page was opened, `backend.fetch` where it is mounted. */
type Transport = (request: Request) => Promise<Response>

import { type ReadonlySignal, signal } from '@preact/signals'
import { type ControlCall, curlLine } from './curl-line'

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
  /** The act that was carried out last, as the line that does the same in a shell. */
  readonly lastAct = signal<{ curl: string }>()
  /** True from a 401 of a control route on, until a token is given. */
  readonly tokenWanted = signal(false)

  constructor(private readonly options: ControlOptions) {
    this.origin = options.origin
  }

  /** Whether the mock wants a token, which this page knows. */
  get hasToken(): boolean {
    return this.options.token.get() !== null
  }

  /** Sends a request with token and session, and resolves with its answer, which may be a refusal. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const { transport, session, token } = this.options
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
  curl(call: ControlCall): string {
    const { session, token } = this.options
    const shown: Record<string, string> = session.value === null ? {} : { 'X-Mock-Session': session.value }
    const headers = { ...shown, ...call.headers }
    return curlLine({ ...call, headers }, { origin: this.origin, hasToken: Boolean(token.get()) })
  }

  /**
   * Calls a route below `/__mock` or `/v1` and resolves with its JSON, `undefined` for an empty answer. Rejects with a {@link
   * ControlFailure}. The page shows the call as the last act, unless it is a GET that is no act of the reader.
   *
   * @example
   * const { now } = await control.call<ClockReading>({ method: 'POST', path: '/__mock/clock/advance', body: { minutes: 5 } })
   */
  async call<Result>(call: ControlCall, isAct = call.method !== 'GET'): Promise<Result> {
    const { method, path, key, text: sent = JSON.stringify(call.body) } = call
    const headers = new Headers(call.headers)
    if (sent !== undefined) headers.set('content-type', 'application/json')
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
    const response = await this.ask(path, { method, headers, body: sent }).catch((error: unknown) => {
      throw new Error(`The mock cannot be reached: ${String(error)}`)
    })
    const text = await response.text()
    if (isAct) this.lastAct.value = { curl: this.curl(call) }
    const answer = parsed(text)
    if (!response.ok) throw failureOf(response.status, answer)
    return answer as Result
  }

  /** Uses this token from now on, and resolves with whether the mock accepts it. */
  async useToken(given: string): Promise<boolean> {
    this.options.token.set(given)
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
export type ControlFailure = Error & { param?: string }

/** The failure that an answer tells. The body may come from something else than the mock, such as a proxy. */
export function failureOf(status: number, body: unknown): ControlFailure {
  const { message, param } = (body as { error?: Record<string, unknown> } | null)?.error ?? {}
  const reason = typeof message === 'string' ? message : `The answer has the status ${status} and no reason.`
  return Object.assign(new Error(reason), { param: typeof param === 'string' ? param : undefined })
}

/** Carries one request to the mock: the platform's `fetch` where the page was opened, `backend.fetch` where it is mounted. */
type Transport = (request: Request) => Promise<Response>

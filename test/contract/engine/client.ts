import { CouldNotRun, NoAnswer } from './outcome'
import { Exchange } from './exchange'
import { parseJson } from './parse-json'
import { readBody } from './read-body'
import { readRetryAfter } from './retry-after'
import type { Key } from './key'
import type { Pacer } from './pacer'
import type { Redactor } from './redact'
import type { ExchangeEvidence } from './report'
import type { Target } from './target'

/** A request of the suite. */
export interface Sent {
  method: string
  /** Path and query, below the base URL. */
  path: string
  key?: Key | null
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in place of `body`. */
  raw?: string
  contentType?: string
  /** Hands a 429 back, where it is waited out otherwise. */
  takes429?: boolean
  /** Its start was reserved before, together with others. */
  reserved?: boolean
  /** Outside of the document, so that its answer is not held against it. */
  odd?: boolean
  /** In place of the base URL's origin. */
  origin?: string
}

/** An answer, its body read. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body; `undefined` where it is no JSON. */
  json: unknown
  /** Milliseconds since the epoch, on the deployment's clock in process, else on this machine's. */
  sentAt: number
  receivedAt: number
  evidence: ExchangeEvidence
}

/** What the client needs of a run. */
export interface ClientParts {
  target: Target
  pacer: Pacer
  redactor: Redactor
  now: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Milliseconds that an answer may take, its body included. */
  requestTimeout: number
}

const patience = 60_000
const everything = ''
/** Milliseconds after which timers get their turn. */
const turn = 20

/** Sends the suite's requests: paced, bounded in time and size, each kept as evidence. */
export class Client {
  /** How often in a row nothing came: of everything, and of each operation. */
  readonly #unanswered = new Map<string, number>()
  #throttled = false
  #yieldedAt = performance.now()
  /** The 429s that came by the way, for the check that judges them. */
  readonly rateLimited: Answer[] = []

  constructor(private readonly parts: ClientParts) {}

  /** Forgets that the deployment did not answer or went on answering 429. */
  tryAgain(): void {
    this.#unanswered.clear()
    this.#throttled = false
  }

  /** Resolves to the answer. Throws `CouldNotRun` where none comes. */
  async send(sent: Sent, signal: AbortSignal, keep: (evidence: ExchangeEvidence) => void): Promise<Answer> {
    let waited = 0
    for (let attempt = 1; ; attempt += 1) {
      this.#assertAnswers(sent)
      if (this.#throttled) throw new CouldNotRun('The deployment goes on answering 429.', '--rate')
      if (!sent.reserved || attempt > 1) await this.parts.pacer.reserve()
      signal.throwIfAborted()
      const answer = await this.#exchange(sent, signal, keep)
      await this.#yield()
      if (answer.status !== 429 || sent.takes429) return answer
      this.rateLimited.push(answer)
      const delay = readRetryAfter(answer.headers, answer.receivedAt)?.milliseconds ?? 1000 * attempt
      waited += delay
      if (waited > patience || attempt >= 8) {
        this.#throttled = true
        throw new CouldNotRun('The deployment goes on answering 429.', '--rate')
      }
      await this.parts.pacer.pause(0)
      await this.#pause(delay)
    }
  }

  #assertAnswers(sent: Sent): void {
    const silent = (name: string) => (this.#unanswered.get(name) ?? 0) >= 3
    if (silent(everything)) throw new CouldNotRun('The deployment no longer answers.')
    const operation = operationOf(sent)
    if (silent(operation)) throw new CouldNotRun(`The deployment does not answer ${operation}.`)
  }

  /** A deployment in this process may answer at once, always: then no timer would fire, and no time limit hold. */
  async #yield(): Promise<void> {
    if (performance.now() - this.#yieldedAt < turn) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#yieldedAt = performance.now()
  }

  async #pause(delay: number): Promise<void> {
    if (this.parts.target.advance) await this.parts.wait(delay)
    else await this.parts.pacer.pause(delay)
  }

  async #exchange(
    sent: Sent,
    signal: AbortSignal,
    keep: (evidence: ExchangeEvidence) => void,
  ): Promise<Answer> {
    const { target, redactor, now, requestTimeout } = this.parts
    const url = (sent.origin ?? target.baseUrl.replace(/\/+$/, '')) + sent.path
    const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const headers: Record<string, string> = { Accept: 'application/json' }
    if (sent.key) headers.Authorization = `Bearer ${sent.key.value}`
    if (body !== undefined) headers['Content-Type'] = sent.contentType ?? 'application/json'
    Object.assign(headers, sent.headers)

    const evidence = new Exchange({ method: sent.method, url, headers, body }, redactor)
    keep(evidence)
    const sentAt = now()
    const started = performance.now()
    const stop = new AbortController()
    const interrupt = () => stop.abort(signal.reason)
    signal.addEventListener('abort', interrupt, { once: true })
    let late = false
    const timer = setTimeout(() => {
      late = true
      stop.abort(new Error(`No answer within ${requestTimeout / 1000} s.`))
    }, requestTimeout)
    try {
      const request = new Request(url, {
        method: sent.method,
        headers,
        body,
        redirect: 'manual',
        // In process nothing listens to it, and it costs as much as the request.
        signal: target.advance ? undefined : stop.signal,
      })
      const send = target.fetch ?? ((one: Request) => fetch(one))
      const { response, text } = await untilAborted(
        send(request).then(async (response) => ({ response, text: await readBody(response, stop.signal) })),
        stop.signal,
      )
      for (const name of [everything, operationOf(sent)]) this.#unanswered.delete(name)
      evidence.answer = { status: response.status, headers: response.headers, text }
      return { ...evidence.answer, json: parseJson(text), sentAt, receivedAt: now(), evidence }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (late) {
        for (const name of [everything, operationOf(sent)])
          this.#unanswered.set(name, (this.#unanswered.get(name) ?? 0) + 1)
      }
      evidence.failure = redactor.redact(reasonOf(error))
      throw new NoAnswer(`${sent.method} ${sent.path.split('?')[0]}: ${evidence.failure}`)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      evidence.durationMs = Math.round(performance.now() - started)
    }
  }
}

/** What a request addresses, without ids. */
function operationOf({ method, path }: Sent): string {
  const [pathname = ''] = path.split('?')
  return `${method} ${pathname.split('/').slice(0, 3).join('/')}`
}

/** The reason of a failed request, its cause included, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : undefined
  const code = cause && 'code' in cause ? String(cause.code) : ''
  const detail = [cause?.message, code].filter((part) => part && !error.message.includes(part)).join(', ')
  return (detail ? `${error.message} (${detail})` : error.message).replace(/\s+/g, ' ')
}

/** Settles with the promise, or rejects as soon as the signal is aborted, whatever the promise does. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  promise.catch(() => undefined)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}

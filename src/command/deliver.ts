import { shortened } from '../core/visible'
import type { SignatureScheme } from '../receiving/scheme'
import { sign } from '../receiving/sign'
import { TimeoutError } from '../errors/request-errors'
import { runWithin, sleep } from '../transport/bounds'
import type { Clock } from '../transport/clock'
import { retryAfter } from '../transport/retry-after'

/** An attempt to deliver. */
export interface DeliveryAttempt {
  /** Counted from 1. */
  attempt: number
  durationMs: number
  status?: number
  /** Why the attempt failed. Absent when it succeeded. */
  error?: string
  /** How long until the next attempt, in milliseconds. Absent where there is none. */
  delayMs?: number
}

/** A delivery, and how it is made. */
export interface DeliveryOptions {
  id: string
  body: string
  url: URL
  secret: string
  scheme: SignatureScheme
  clock: Clock
  signal: AbortSignal
  fetch: typeof globalThis.fetch
}

interface Reported {
  report(attempt: DeliveryAttempt): void
}

const second = 1000
// How long a receiver may take to answer.
const longestAnswer = 15 * second
// A service would wait for minutes. Who listens is at the keyboard, and can create the event again.
const delays = [1 * second, 5 * second]
const longestRetryAfter = 30
// More of an answer is not read.
const mostOfAnswer = 65_536

/** Signs and sends a delivery, and repeats it when it fails. Resolves with whether the receiver took it. */
export async function deliver(options: DeliveryOptions & Reported): Promise<boolean> {
  const { clock, signal, report } = options
  for (let attempt = 1; ; attempt++) {
    const { durationMs, status, error, wait = 0 } = await deliverOnce(options)
    if (error === undefined) {
      report({ attempt, durationMs, status })
      return true
    }
    const delay = status === 410 ? undefined : delays[attempt - 1]
    const delayMs = delay && Math.max(delay, wait * second)
    report({ attempt, durationMs, status, error, delayMs })
    if (delayMs === undefined) return false
    await sleep(clock, delayMs, signal)
  }
}

/** How an attempt ended. */
interface Ending {
  durationMs: number
  status?: number
  error?: string
  /** How long the receiver asked to wait, in seconds. */
  wait?: number
}

/** Signs and sends a delivery, once. */
export async function deliverOnce(options: DeliveryOptions): Promise<Ending> {
  const startedAt = performance.now()
  const ending = await send(options)
  return { durationMs: Math.round(performance.now() - startedAt), ...ending }
}

async function send(options: DeliveryOptions): Promise<Omit<Ending, 'durationMs'>> {
  const { id, body, url, secret, scheme, clock, signal, fetch } = options
  const now = clock.now()
  const headers = await sign({ body, id, timestamp: Math.floor(now / second) }, { secret, scheme })
  try {
    return await runWithin(
      { clock, signal, ms: longestAnswer, limit: `limit of ${longestAnswer / second} s` },
      async (stop) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal: stop,
          redirect: 'manual',
        })
        const { status, ok } = response
        // An answer whose body breaks off still has its status.
        const text = await beginningOf(response).catch(() => '')
        if (ok) return { status }
        const wait = Math.min(retryAfter(response.headers, now) ?? 0, longestRetryAfter)
        return { status, error: explainAnswer(response, text), wait }
      },
    )
  } catch (error) {
    if (signal.aborted) throw error
    return { error: explainFailure(error, url) }
  }
}

/** The beginning of an answer. The rest is not read, and its connection is closed. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  while (reader && size < mostOfAnswer) {
    const { done, value } = await reader.read()
    if (done) return text
    size += value.length
    text += decoder.decode(value, { stream: true })
  }
  reader?.cancel().catch(() => {})
  return text
}

function explainAnswer({ status, headers }: Response, text: string): string {
  if (status >= 300 && status < 400) {
    const location = headers.get('location')
    return `a redirect${location ? ` to ${shortened(location, 100)}` : ''}, which is not followed: forward to the right URL`
  }
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine === '' ? 'refused without a word' : shortened(oneLine, 200)
}

/** The reason why no answer came, with what to do. */
function explainFailure(error: unknown, { origin, hostname }: URL): string {
  if (error instanceof TimeoutError) return `no answer within ${longestAnswer / second} s`
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  const code = cause?.code ?? ''
  if (code === 'ECONNREFUSED') return `nothing listens at ${origin}: start your receiver`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no host ${hostname}`
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
    return 'the receiver closed the connection without an answer'
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code))
    return `its certificate is not trusted (${code}): set NODE_EXTRA_CA_CERTS to the file of its authority`
  return cause?.message || message
}

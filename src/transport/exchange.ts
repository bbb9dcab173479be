import { Interrupted, attempt } from './attempt'
import { type Failure, aborted, connectionFailure, timedOut } from './failure'
import type { Outgoing } from './outgoing-request'
import type { Transport } from './transport'

/** An answer with its whole body. */
export interface Answer {
  response: Response
  text: string
}

/** What limits one exchange. */
export interface ExchangeLimits {
  /** Milliseconds for this attempt. */
  timeout: number
  /** Milliseconds for the whole call. */
  deadline: number
  signal?: AbortSignal
}

/** Sends one request and reads the whole answer. Never throws: what went wrong is a failure. */
export async function exchange(
  transport: Transport,
  { url, init }: Outgoing,
  headers: Headers,
  { timeout, deadline, signal }: ExchangeLimits,
  remaining: number,
): Promise<Answer | Failure> {
  let keyIsKnown = false
  const send = async (stop: AbortSignal): Promise<Answer> => {
    // A copy: a hook may have kept the other one.
    const sent = new Headers(headers)
    sent.set('authorization', 'Bearer ' + (await transport.apiKey()))
    keyIsKnown = true
    // Looked up per request, so that what replaces the global fetch later is used. A redirect would turn a POST into a GET.
    const fetch = transport.fetch ?? globalThis.fetch
    const response = await fetch(url, { ...init, headers: sent, signal: stop, redirect: 'manual' })
    const text = response.text()
    // The body of an error is worth less than its status, which is certain.
    return { response, text: await (response.ok ? text : text.catch(() => '')) }
  }
  try {
    return await attempt(send, transport.clock, Math.min(timeout, remaining), signal)
  } catch (error) {
    if (!(error instanceof Interrupted)) return connectionFailure(error, url, keyIsKnown, transport.redact)
    const failure =
      error.by === 'signal'
        ? aborted(signal)
        : remaining < timeout
          ? timedOut('deadline', deadline)
          : timedOut('timeout', timeout)
    return keyIsKnown ? failure : { ...failure, outcome: 'not-sent' }
  }
}

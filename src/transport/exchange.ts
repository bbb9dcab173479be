import { attempt } from './attempt'
import { type Failure, noAnswer } from './failure'
import type { Transport } from './transport'

/** What is sent, the same on each attempt. */
export interface Outgoing {
  url: string
  method: string
  headers: Headers
  body?: string | null
}

/** An answer with its whole body, or what went wrong. */
export type Exchange =
  { response: Response; text: string; failure?: undefined } | { response?: undefined; failure: Failure }

/** What limits one exchange. */
export interface ExchangeLimits {
  /** Milliseconds for this attempt. */
  timeout: number
  /** Milliseconds for the whole call. */
  deadline: number
  signal?: AbortSignal
  /** Whether the body of the answer is to be read by others too. */
  keepBody?: boolean
}

/** Sends one request and reads the whole answer. Never throws: what went wrong is a failure. */
export async function exchange(
  transport: Transport,
  { url, method, headers: given, body }: Outgoing,
  { timeout, signal, keepBody }: ExchangeLimits,
  remaining: number,
): Promise<Exchange> {
  let sent = false
  const send = async (stop: AbortSignal): Promise<Exchange> => {
    // A copy: a hook may have kept the other one.
    const headers = new Headers(given)
    headers.set('authorization', 'Bearer ' + (await transport.apiKey()))
    sent = true
    // Looked up per request, so that what replaces the global fetch later is used. A redirect would turn a POST into a GET.
    const fetch = transport.fetch ?? globalThis.fetch
    const response = await fetch(url, { method, headers, body, signal: stop, redirect: 'manual' })
    const text = (keepBody ? response.clone() : response).text()
    // The body of an error is worth less than its status, which is certain.
    return { response, text: await (response.ok ? text : text.catch(() => '')) }
  }
  const [ms, limit] = timeout < remaining ? [timeout, 'timeout'] : ([remaining, 'deadline'] as const)
  try {
    return await attempt(send, transport.clock, ms, limit, signal)
  } catch (error) {
    return { failure: noAnswer(error, url, sent, transport.redact) }
  }
}

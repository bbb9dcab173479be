import { AbortError, type Outcome, type RequestError } from '../errors/request-errors'
import { attempt } from './attempt'
import { noAnswer, requestIdOf } from './failure'
import type { Transport } from './transport'

/** What is sent, the same on each attempt, and by what. */
export interface Outgoing extends Pick<Transport, 'timeout' | 'deadline' | 'maxRetries'> {
  transport: Transport
  url: string
  method: string
  headers: Headers
  body?: string | null
  signal?: AbortSignal
  /** Whether it may be sent again after a failure that passes, such as a 503, when this is certain about it. */
  retryable(outcome: Outcome): boolean
}

/** What became of one request. */
export interface Exchange {
  /** Whether it was made. */
  sent: boolean
  /** The service's id of the request, if it gave one. */
  requestId?: string
  /** The answer, as far as it came. */
  response?: Response
  /** The whole body of the answer. */
  text: string
  /** Why there is no answer, or not the whole one. */
  error?: RequestError
}

/** Sends one request and reads the whole answer. Never throws: what went wrong is a failure. `given`: the headers of this attempt. `remaining`: until
 * the deadline. */
export async function exchange(outgoing: Outgoing, given: Headers, remaining: number): Promise<Exchange> {
  const { url, method, body, timeout, transport } = outgoing
  const made: Exchange = { sent: false, text: '' }
  const send = async (stop: AbortSignal) => {
    // A copy: a hook may have kept the other one.
    const headers = new Headers(given)
    headers.set('authorization', 'Bearer ' + (await transport.apiKey()))
    // It may have been over before the key was there.
    stop.throwIfAborted()
    made.sent = true
    // Looked up per request, so that what replaces the global fetch later is used. A redirect would turn a POST into a GET.
    const fetch = transport.fetch ?? globalThis.fetch
    const response = await fetch(url, { method, headers, body, signal: stop, redirect: 'manual' })
    made.requestId = requestIdOf(response, transport.redact)
    made.response = response
    return response.text()
  }
  const limit = timeout < remaining ? `timeout of ${timeout}` : `deadline of ${outgoing.deadline}`
  try {
    made.text = await attempt(send, transport.clock, Math.min(timeout, remaining), limit, outgoing.signal)
  } catch (error) {
    // The body of an error is worth less than its status, which is certain.
    const isKnown = made.response && !made.response.ok && !(error instanceof AbortError)
    if (!isKnown) made.error = noAnswer(outgoing, error, made.sent)
  }
  return made
}

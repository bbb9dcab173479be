import type { DeliveryFaultKind } from '../faults/fault'
import type { Strike } from '../faults/registry'
import type { Clock } from '../settings/clock'
import type { ClaimedDelivery } from '../store/claims'
import { readAnswer } from './answer'
import type { Reply } from './attempt'
import { editedHeaders, type DeliveryEdit } from './edit'
import type { Envelope } from './envelope'
import { retryAfterOf } from './schedule'
import { signTwice, type Signer } from './signer'
import { strickenFetch } from './stricken-fetch'

// An hour is far beyond the five minutes that receivers tolerate.
const staleBy = 60 * 60
const wrongSecret = 'whsec_bm9ib2R5IGhhcyB0aGlzIHNlY3JldCwgaW50ZW50aW9uYWxseQ=='

/** The means to send a delivery. */
export interface SendOptions {
  clock: Clock
  fetch: typeof fetch
  envelope: Envelope
  signer: Signer
  /** Milliseconds until an attempt without an answer is given up. */
  timeout: number
  /** The parts that somebody changed by hand. Nothing unless given. */
  edit?: DeliveryEdit
}

/**
 * Sends a delivery once. Resolves with `undefined` when `signal` was aborted before anything was sent. Redirects are not
 * followed, and of the receiver's answer the beginning is read.
 */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  { clock, fetch, envelope, signer, timeout, edit = {} }: SendOptions,
  signal: AbortSignal,
  strike?: Pick<Strike<DeliveryFaultKind>, 'kind' | 'status' | 'retryAfter'>,
): Promise<Reply | undefined> {
  const fault = strike?.kind
  const { url, secret, previousSecret, eventId } = delivery
  const startedAt = clock.now()
  const timestamp = Math.floor(startedAt / 1_000) - (fault === 'stale-timestamp' ? staleBy : 0)
  const message = envelope(delivery, startedAt)
  const { signedId = eventId } = message
  const { body = message.body } = edit
  let { headers } = message
  const noReply = (error: string): Reply => ({
    error,
    retryAfter: 0,
    headers,
    body,
    startedAt,
    endedAt: clock.now(),
  })
  try {
    const key = fault === 'wrong-signature' ? wrongSecret : secret
    const unsigned = { id: signedId, timestamp, body }
    const isPreviousInForce = previousSecret !== undefined && startedAt < previousSecret.until
    const signed =
      isPreviousInForce && fault !== 'wrong-signature'
        ? await signTwice(signer, unsigned, [key, previousSecret.secret])
        : await signer(unsigned, key)
    headers = editedHeaders({ ...headers, ...signed }, edit)
  } catch (error) {
    // The secret of a seeded webhook may not fit the signature scheme of the dialect.
    return noReply(reasonOf(error))
  }
  if (signal.aborted) return undefined

  const stop = new AbortController()
  let timedOut = false
  const cancelTimeout = clock.schedule(() => {
    timedOut = true
    stop.abort()
  }, timeout)
  const abort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    const send = (strike && strickenFetch(strike)) ?? fetch
    // A text without a content type would be given one.
    const sentBody = 'content-type' in headers ? body : new TextEncoder().encode(body)
    const sent = send(withQuery(url, message.query), {
      method: 'POST',
      headers,
      body: sentBody,
      redirect: 'manual',
      signal: stop.signal,
    })
    const response = await untilAborted(sent, stop.signal)
    const endedAt = clock.now()
    const retryAfter = retryAfterOf(response.headers, endedAt)
    const answer = await readAnswer(response, stop.signal)
    return { status: response.status, retryAfter, answer, headers, body, startedAt, endedAt }
  } catch (error) {
    return noReply(timedOut ? `no answer within ${timeout} ms` : reasonOf(error))
  } finally {
    cancelTimeout()
    signal.removeEventListener('abort', abort)
  }
}

/** A URL with further parameters behind its own, which stay as they were written. */
function withQuery(url: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams(parameters).toString()
  if (query === '') return url
  const [address = '', fragment] = url.split('#', 2)
  const target = `${address}${address.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? target : `${target}#${fragment}`
}

/** Rejects when the signal is aborted, because a `fetch` from the options may ignore its signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}

/** The message of an error. The platform's `fetch` has the telling one in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error && cause.message ? cause.message : message
}

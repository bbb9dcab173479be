import type { DeliveryFaultKind } from '../faults/fault'
import type { DrawnFault } from '../faults/registry'
import type { Clock } from '../settings/clock'
import type { Settings } from '../settings/settings'
import type { ClaimedDelivery } from '../store/claims'
import { isSuccess, type ReceiverAnswer, type Reply } from './attempt'
import { createEnvelope, type Envelope } from './envelope'
import { retryAfterOf } from './schedule'
import { createSigner, signTwice, type Signer } from './signer'
import { createSigningTime, type SignWith } from './signing-time'

// An hour is far beyond the five minutes that receivers tolerate.
const staleBy = 60 * 60
const wrongSecret = 'whsec_bm9ib2R5IGhhcyB0aGlzIHNlY3JldCwgaW50ZW50aW9uYWxseQ=='

/** The changes that somebody makes by hand to one attempt. */
export interface DeliveryEdit {
  /** The body in place of that of the dialect. It is signed as it stands here. */
  body?: string
  /** Headers by their names in small letters, the signature's own among them. `null` leaves one out. */
  headers?: Readonly<Record<string, string | null>>
}

/** The part of a fault that decides how a delivery is sent. */
type SendFault = Pick<DrawnFault<DeliveryFaultKind>, 'kind' | 'status' | 'retryAfter'>

/** How many bytes of a receiver's answer an attempt keeps. */
const longestAnswer = 16_384

// Milliseconds of real time for which an attempt waits for the rest of an answer. Its status is known by then.
const answerTimeout = 1_000

/** The means to send a delivery. */
export interface SendOptions {
  clock: Clock
  /** The time that the signature of a delivery to a URL bears. */
  signingTime: (url: string) => number
  fetch: typeof fetch
  envelope: Envelope
  signer: Signer
  /** Milliseconds until an attempt without an answer is given up. */
  timeout: number
  /** The parts that somebody changed by hand. Nothing unless given. */
  edit?: DeliveryEdit
}

/** The means of a backend. Its signatures bear the time that `signWith` names. */
export function createSendOptions(
  settings: Settings,
  fetch: typeof globalThis.fetch,
  signWith: SignWith | undefined,
): SendOptions {
  const { clock, dialect, limits } = settings
  return {
    clock,
    signingTime: createSigningTime(clock, fetch, signWith),
    fetch,
    envelope: createEnvelope(settings),
    signer: createSigner(dialect),
    timeout: limits.deliveryTimeout,
  }
}

/**
 * Sends a delivery once. Resolves with `undefined` when `signal` was aborted before anything was sent. Redirects are not
 * followed, and of the receiver's answer the beginning is read.
 */
export async function sendDelivery(
  delivery: ClaimedDelivery,
  { clock, signingTime, fetch, envelope, signer, timeout, edit }: SendOptions,
  signal: AbortSignal,
  fault?: SendFault,
): Promise<Reply | undefined> {
  const { url, secret, previousSecret, eventId } = delivery
  const startedAt = clock.now()
  const signedAt = signingTime(url)
  const timestamp = Math.floor(signedAt / 1_000) - (fault?.kind === 'stale-timestamp' ? staleBy : 0)
  const message = envelope(delivery, signedAt)
  const { signedId = eventId } = message
  const { body = message.body } = edit ?? {}
  let { headers } = message
  const noReply = (error: string): Reply => ({
    error,
    retryAfter: 0,
    headers,
    body,
    startedAt,
    signedAt,
    endedAt: clock.now(),
  })
  try {
    const isWrong = fault?.kind === 'wrong-signature'
    const key = isWrong ? wrongSecret : secret
    const unsigned = { id: signedId, timestamp, body }
    const isPreviousInForce = previousSecret !== undefined && startedAt < previousSecret.until
    const signed =
      isPreviousInForce && !isWrong
        ? await signTwice(signer, unsigned, [key, previousSecret.secret])
        : await signer(unsigned, key)
    headers = { ...headers, ...signed }
    if (edit) headers = editedHeaders(headers, edit)
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
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true })
  })
  try {
    const send = (fault && replyOfFault(fault)) ?? fetch
    // A text without a content type would be given one.
    const sentBody = 'content-type' in headers ? body : new TextEncoder().encode(body)
    const sent = send(message.query ? withQuery(url, message.query) : url, {
      method: 'POST',
      headers,
      body: sentBody,
      redirect: 'manual',
      signal: stop.signal,
    })
    // The `fetch` of the options may be anybody's: it may ignore its signal, and return no promise.
    const response = (await Promise.race([sent, stopped])) as Response | null | undefined
    if (typeof response?.status !== 'number')
      return noReply(
        `the fetch of the backend returned ${response === null ? 'null' : typeof response}, and no Response`,
      )
    const endedAt = clock.now()
    const retryAfter = isSuccess(response.status) ? 0 : retryAfterOf(response.headers, endedAt)
    const answer = await readAnswer(response, stop.signal)
    return { status: response.status, retryAfter, answer, headers, body, startedAt, signedAt, endedAt }
  } catch (error) {
    return noReply(timedOut ? `no answer within ${timeout} ms` : reasonOf(error))
  } finally {
    cancelTimeout()
    signal.removeEventListener('abort', abort)
  }
}

/** A URL with further parameters behind its own, which stay as they were written. */
function withQuery(url: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString()
  const [address = '', fragment] = url.split('#', 2)
  const target = `${address}${address.includes('?') ? '&' : '?'}${query}`
  return fragment === undefined ? target : `${target}#${fragment}`
}

/** The message of an error. The platform's `fetch` has the telling one in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error && cause.message ? cause.message : message
}

/** Reads the beginning of a receiver's answer. A body that does not end within a second is left where it is. */
async function readAnswer({ status, headers, body }: Response, signal: AbortSignal): Promise<ReceiverAnswer> {
  const head = { status, headers: Object.fromEntries(headers) }
  if (body === null) return { ...head, body: '' }
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let left = longestAnswer
  const end = () => void reader.cancel().catch(() => {})
  const timer = setTimeout(end, answerTimeout)
  signal.addEventListener('abort', end, { once: true })
  try {
    while (left > 0) {
      // A cancelled reader is done at once, also where the receiver sends no more.
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, left), { stream: true })
      left -= value.byteLength
    }
  } catch {
    // The receiver broke its answer off. What came of it is kept.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    end()
  }
  return { ...head, body: text + decoder.decode() }
}

/** Takes the place of `fetch` where a fault decides what the receiver answers. `undefined` where the attempt is sent. */
function replyOfFault({ kind, status = 503, retryAfter }: SendFault): typeof fetch | undefined {
  switch (kind) {
    case 'status':
      return async () => {
        const headers: Record<string, string> =
          retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
        return new Response(null, { status, headers })
      }
    case 'timeout':
      // The attempt is given up by its own deadline, on the backend's clock.
      return () => new Promise<Response>(() => {})
    case 'connection-refused':
      return async () => {
        throw new TypeError('fetch failed', {
          cause: new Error('connect ECONNREFUSED (a fault of the mock)'),
        })
      }
    default:
      return undefined
  }
}

/** The parts that an edit changes; `undefined` where it changes nothing. */
export function editedParts({ body, headers = {} }: DeliveryEdit): ('body' | 'headers')[] | undefined {
  const parts: ('body' | 'headers')[] = []
  if (body !== undefined) parts.push('body')
  if (Object.keys(headers).length > 0) parts.push('headers')
  return parts.length > 0 ? parts : undefined
}

/** Headers as an edit leaves them. */
export function editedHeaders(
  headers: Record<string, string>,
  { headers: changes = {} }: DeliveryEdit,
): Record<string, string> {
  const edited = { ...headers }
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete edited[name]
    else edited[name] = value
  }
  return edited
}

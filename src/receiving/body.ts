import { utf8 } from '../core/encoding'
import { TimeoutError } from '../errors/request-errors'
import { runWithin } from '../transport/bounds'
import type { ReadLimits } from './handle'
import { type RawBody, isRawBody } from './hmac'
import { cutOff, fail, WebhookVerificationError } from './verification-error'

/** The chunks of a body as they arrive. */
export interface Chunks {
  next(): Promise<{ done?: boolean | undefined; value?: Uint8Array | string | undefined }>
  /** Tells the source that nobody waits for the rest of the body. */
  leave(): void
}

/** The places where the raw body of a delivery may be. */
export interface BodyPlaces {
  /** The values that a parser may have put the raw body into, the best first. */
  kept: readonly unknown[]
  /** The stream that still brings the body. `undefined` where somebody has read it before. */
  stream: (() => Chunks) | undefined
  /** The change to the code that brings the raw body back, where it is in none of these places. */
  cure: string
}

// A body without an end must be left at some point. This much is more than an honest sender sends by mistake.
const maxDiscarded = 67_108_864

/** The chunks of a stream of Node. Its own way to leave would end the connection before the answer is sent. */
export function iteratedChunks(stream: AsyncIterable<unknown>): Chunks {
  const iterator = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array | string, undefined>
  return { next: () => iterator.next(), leave() {} }
}

/** The chunks of a web stream, read by its reader because not every runtime can iterate a stream. */
export function webChunks(stream: ReadableStream<Uint8Array>): Chunks {
  const reader = stream.getReader()
  // Not awaited, and its failure does not matter: nothing more is read from the stream.
  return { next: () => reader.read(), leave: () => void reader.cancel().catch(() => {}) }
}

/**
 * The raw body of a delivery.
 *
 * @throws WebhookVerificationError when the body is lost, too large, too slow or cut off.
 */
export async function readBody({ kept, stream, cure }: BodyPlaces, limits: ReadLimits): Promise<RawBody> {
  const raw = kept.find(isRawBody)
  if (raw !== undefined) {
    if ((typeof raw === 'string' ? utf8(raw) : raw).byteLength > limits.maxBytes) throw tooLarge(limits)
    return raw
  }
  if (stream) return readWithin(stream(), limits)
  throw new WebhookVerificationError(
    'body-not-raw',
    `The body was parsed or read before the receiver saw it. ${cure}`,
  )
}

/** Reads all chunks within the limits of size and time. */
async function readWithin(chunks: Chunks, limits: ReadLimits): Promise<Uint8Array> {
  const { bodyTimeout: ms, clock } = limits
  try {
    return await runWithin({ clock, signal: undefined, ms }, () => collect(chunks, limits))
  } catch (error) {
    chunks.leave()
    if (error instanceof TimeoutError) fail('body-too-slow', `The body did not arrive within ${ms} ms.`)
    throw error
  }
}

/** Joins all chunks. The rest of a large body is read too, but not kept: a sender that is cut off seldom gets to see the answer. */
async function collect(chunks: Chunks, limits: ReadLimits): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await chunks.next().catch(cutOff)
    if (done || value === undefined) break
    // A Node stream for which somebody set an encoding gives text.
    const bytes = typeof value === 'string' ? utf8(value) : value
    size += bytes.length
    if (size <= limits.maxBytes) parts.push(bytes)
    else if (size > limits.maxBytes + maxDiscarded) break
  }
  if (size > limits.maxBytes) throw tooLarge(limits)
  const body = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.length
  }
  return body
}

const tooLarge = ({ maxBytes }: ReadLimits) =>
  new WebhookVerificationError(
    'body-too-large',
    `The body has more than ${maxBytes} bytes. The option maxBytes of the receiver permits more.`,
  )

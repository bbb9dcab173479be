import type { Fields, AnswerKind } from '../settings/sources'
import type { HeaderValues } from '../settings/additions'
import type { Clock } from '../settings/clock'
import type { Settings } from '../settings/settings'

/**
 * An answer before it becomes a `Response`. Each face builds the response of its own platform from it, once, because a
 * `Response` in between would cost more than the routing does.
 */
export interface Answer {
  status: number
  /** Names in small letters. */
  headers: Record<string, string>
  /** `null` where there is none. Only the control API answers with a stream. */
  body: string | ReadableStream<Uint8Array> | null
  /**
   * The texts that make the body, with a comma between each two. Absent where the body was not put together of many. A journal keeps
   * them in place of the body, because the store holds most of them anyway: the engine then moves 2 kB less, 1.5 µs for a page of 20.
   */
  parts?: readonly string[]
  /**
   * A fault for the face to carry out: `reset` closes the connection without an answer, `truncated` announces the whole
   * body, sends half of it and closes the connection. Absent from every other answer.
   */
  cut?: 'reset' | 'truncated'
  /**
   * The subject of the answer, from which the dialect's further headers are made. Absent where there is none. `headers`: those
   * of this answer, where they are not the ones of its kind. `replayed`: an idempotency key led to an event that there was.
   */
  about?: { kind: AnswerKind; fields: Fields; headers?: HeaderValues; replayed?: true }
}

/** An answer whose body is this JSON text. */
export function jsonAnswer(
  status: number,
  json: string,
  about?: Answer['about'],
  parts?: Answer['parts'],
): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: json, parts, about }
}

/** OQ-38: adds the further headers of the dialect. */
export function addFurtherHeaders(
  { headers, about }: Answer,
  { additions, clock, random }: Pick<Settings, 'additions' | 'random'> & { clock: Pick<Clock, 'now'> },
): void {
  const { headers: ofKinds } = additions
  const values = (about && (about.headers ?? ofKinds[about.kind])) ?? ofKinds.every
  if (!values) return
  const added = values(about?.fields ?? {}, { random, now: clock.now() })
  // A content type of the dialect is one of JSON.
  if (headers['content-type'] !== 'application/json') delete added['content-type']
  Object.assign(headers, added)
}

/** Whether answers of this status never have a body (RFC 9110). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/** The part of a truncated body that is sent. */
export function firstHalf(body: string): Uint8Array {
  const bytes = new TextEncoder().encode(body)
  return bytes.subarray(0, bytes.length >> 1)
}

/** An answer as a `Response`. A reset connection throws a `TypeError`, as the platform's `fetch` does. */
export function toResponse({ status, headers, body, cut }: Answer): Response {
  if (cut === 'reset') throw connectionError('fetch failed')
  if (cut === 'truncated' && typeof body === 'string') {
    return new Response(truncatedStream(body), { status, headers })
  }
  return new Response(body, { status, headers })
}

function truncatedStream(body: string): ReadableStream<Uint8Array> {
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) controller.error(connectionError('terminated'))
      else controller.enqueue(firstHalf(body))
      sent = true
    },
  })
}

function connectionError(message: string): TypeError {
  const cause = Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' })
  return new TypeError(message, { cause })
}

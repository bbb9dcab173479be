/** An answer before it becomes a `Response`: a face builds its own platform's response from it, once. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | ReadableStream<Uint8Array> | null
  /**
   * A fault that a face carries out: `reset` closes the connection without an answer, `truncated` announces the whole
   * body, sends half of it and closes. Absent from every other answer.
   */
  cut?: 'reset' | 'truncated'
}

/** An answer whose body is this JSON text. */
export function jsonAnswer(status: number, json: string): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: json }
}

/** The part of a body that is sent before it is cut off. */
export function firstHalf(body: string): Uint8Array {
  const bytes = new TextEncoder().encode(body)
  return bytes.subarray(0, bytes.length >> 1)
}

/** An answer as a `Response`. Throws the `TypeError` of the platform's `fetch` where the connection is reset. */
export function toResponse({ status, headers, body, cut }: Answer): Response {
  if (cut === 'reset') throw connectionError('fetch failed')
  if (cut === 'truncated' && typeof body === 'string') {
    return new Response(truncated(body), { status, headers })
  }
  return new Response(body, { status, headers })
}

function truncated(body: string): ReadableStream<Uint8Array> {
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

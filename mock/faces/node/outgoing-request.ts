import type { IncomingMessage, request as requestPlain, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import { hasNoBody } from '../../http/answer'
import { boundedBody, discardBody } from './bounded-body'

/** A request to send, and how long its answer may take to begin. */
export interface OutgoingRequest extends RequestOptions {
  body: Buffer
  /** Milliseconds. */
  deadline: number
}

/**
 * Sends a request. A connection that was kept alive may be closed by the other side at the same moment. This is no answer of
 * the receiver, so the request is then sent once more over a connection of its own. It is not sent again once its answer has
 * begun.
 */
export function sendOnce(
  request: typeof requestPlain,
  url: URL,
  options: OutgoingRequest,
): Promise<Response> {
  const { body, deadline, ...rest } = options
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const outgoing = request(url, rest, (incoming) => {
      clearTimeout(end)
      isAnswered = true
      resolve(responseOf(incoming))
    })
    const end = setTimeout(() => outgoing.destroy(new Error(`no answer within ${deadline} ms`)), deadline)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(end)
      if (isAnswered) return
      const wasStale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      if (wasStale) sendOnce(request, url, { ...options, agent: false }).then(resolve, reject)
      else reject(error)
    })
    outgoing.on('socket', listenForErrors)
    outgoing.end(body)
  })
}

/**
 * Listens for the errors of a connection as long as it lives. Node takes its own listener away when a request has its whole
 * answer, and an error that comes then, as from a receiver that answers early and resets the connection, would end the process.
 */
function listenForErrors(socket: Socket): void {
  if (socket.listenerCount('error', ignoreError) === 0) socket.on('error', ignoreError)
}

function ignoreError(): void {}

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode = 502, rawHeaders } = incoming
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  // A Response accepts only statuses from 200 to 599. Any other status counts as a failure of the receiver.
  const status = statusCode >= 200 && statusCode <= 599 ? statusCode : 502
  const isEmpty = hasNoBody(status) || incoming.headers['content-length'] === '0'
  if (isEmpty) discardBody(incoming)
  return new Response(isEmpty ? null : boundedBody(incoming), { status, headers })
}

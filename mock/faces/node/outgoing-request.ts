import type { IncomingMessage, RequestOptions, request as requestPlain } from 'node:http'
import type { Socket } from 'node:net'
import { hasNoBody } from '../../http/answer'

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
    // Without a listener Node would close the connection and say nothing, so that the request would wait until its deadline.
    outgoing.on('upgrade', (_incoming, socket) => {
      clearTimeout(end)
      socket.destroy()
      reject(new Error('the receiver answered 101, to go on in another protocol'))
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

const longest = 65_536
const timeToSend = 1_000

/**
 * The beginning of the body of an answer, as a stream. A short body is read to its end, even where the caller does not read it, so that the
 * connection can be reused. A body that is too long or too slow ends together with its connection.
 */
function boundedBody(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isWanted = true
  return new ReadableStream({
    start(controller) {
      incoming.on('data', (chunk: Buffer) => {
        if (isWanted) controller.enqueue(chunk)
      })
      incoming.on('close', () => {
        if (isWanted) controller.close()
      })
      discardBody(incoming)
    },
    cancel() {
      isWanted = false
    },
  })
}

/** Reads the body of an answer, and ends its connection where the body is too long or takes too long in all. */
function discardBody(incoming: IncomingMessage): void {
  let size = 0
  const end = setTimeout(() => incoming.destroy(), timeToSend)
  incoming.on('close', () => clearTimeout(end))
  incoming.on('error', () => {})
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > longest) incoming.destroy()
  })
}

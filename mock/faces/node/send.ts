import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { firstHalf, type Answer } from '../../http/answer'

/** Sends an answer as it is, because a `Response` in between would cost more than the routing does. */
export function send(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  if (typeof body === 'string') {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    return
  }
  outgoing.writeHead(status, headers)
  if (body === null) outgoing.end()
  // Either side may end first: the reader leaves, or the journal is closed.
  else pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing, () => {})
}

/** Carries out the fault of an answer: sends half of the body, or nothing, and closes the connection. */
export function cutOff(outgoing: ServerResponse, { cut, status, headers, body }: Answer): void {
  if (cut === 'truncated' && typeof body === 'string') {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    outgoing.write(firstHalf(body), () => outgoing.destroy())
  } else {
    outgoing.destroy()
  }
}

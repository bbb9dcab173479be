import type { ServerResponse } from 'node:http'
import { firstHalf, type Answer } from '../../http/answer'
import type { ServerLimits } from './limits'
import { sendStream } from './stream'

/** How long a client may take to read. */
export type ReadingLimits = Pick<ServerLimits, 'answer' | 'stall'>

/** Sends an answer as it is, because a `Response` in between would cost more than the routing does. */
export function send(
  outgoing: ServerResponse,
  { status, headers, body }: Answer,
  limits: ReadingLimits,
): void {
  if (typeof body === 'string') {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
    endWithin(limits.answer, outgoing)
    return
  }
  outgoing.writeHead(status, headers)
  if (body === null) outgoing.end()
  else void sendStream(outgoing, body, limits.stall)
}

/** Carries out the fault of an answer: sends half of the body, or nothing, and closes the connection. */
export function cutOff(
  outgoing: ServerResponse,
  { cut, status, headers, body }: Answer,
  limits: ReadingLimits,
): void {
  if (cut === 'truncated' && typeof body === 'string') {
    outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    outgoing.write(firstHalf(body), () => outgoing.destroy())
    endWithin(limits.answer, outgoing)
  } else {
    outgoing.destroy()
  }
}

/** Closes the connection of a client that does not read its answer to the end in time. */
function endWithin(time: number, outgoing: ServerResponse): void {
  // Nearly every answer goes to the system at once, and needs no timer.
  if (outgoing.writableFinished || outgoing.writableLength === 0) return
  const end = setTimeout(() => outgoing.destroy(), time)
  outgoing.on('close', () => clearTimeout(end))
}

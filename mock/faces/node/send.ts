import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import { firstHalf, type Answer } from '../../http/answer'
import type { HandlerLimits } from './limits'
import { sendStream } from './stream'
import { createUnreadAnswers } from './unread-answers'

/** Sends the answers of a server. */
export interface Sender {
  /** Sends an answer as it is, because a `Response` in between would cost more than the routing does. */
  send(outgoing: ServerResponse, answer: Answer): void
  /** Carries out the fault of an answer: sends half of the body, or nothing, and closes the connection. */
  cutOff(outgoing: ServerResponse, answer: Answer): void
}

// Node reserves three bytes for each letter of a text that it has to keep for a slow reader. Bytes are kept as they are.
const longestText = 65_536

export function createSender(limits: Pick<HandlerLimits, 'answer' | 'stall' | 'unread'>): Sender {
  const unread = createUnreadAnswers(limits)

  return {
    send(outgoing, { status, headers, body }) {
      if (typeof body === 'string') {
        const bytes = body.length > longestText ? Buffer.from(body) : body
        outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(bytes) }).end(bytes)
        unread.add(outgoing)
        return
      }
      outgoing.writeHead(status, headers)
      if (body === null) outgoing.end()
      else void sendStream(outgoing, body, limits.stall)
    },
    cutOff(outgoing, { cut, status, headers, body }) {
      if (cut === 'truncated' && typeof body === 'string') {
        outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
        outgoing.write(firstHalf(body), () => breakOff(outgoing))
        unread.add(outgoing)
      } else {
        breakOff(outgoing)
      }
    },
  }
}

// The code of HTTP/2 for an end that is none of the client's doing (RFC 9113 section 7).
const internalError = 2

/** Breaks an answer off. Over HTTP/2 its stream alone ends, with an error: it would look like a whole answer without one. */
function breakOff(outgoing: ServerResponse | Http2ServerResponse): void {
  if ('stream' in outgoing) outgoing.stream.close(internalError)
  else outgoing.destroy()
}

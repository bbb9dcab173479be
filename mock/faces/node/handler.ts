import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeRequest } from 'srvx/node'
import type { Backend } from '../../backend'
import { errorAnswer, invalidRequest, Refusal } from '../../http/refusal'
import { isBodyGone, nodeBodyReader } from './body'
import { cutOff, send } from './send'

/**
 * Answers a request of Node. With `next`, as Connect, Express and Vite give it, requests for paths that are not the
 * mock's are left to it.
 */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/** The part of a backend that the handler needs. */
export type ServedBackend = Pick<Backend, 'answer'>

/**
 * Makes a handler for `node:http`, Express, Connect or Vite. It answers `/v1` and `/__mock`, also where it is mounted
 * below one of these paths, and reads the body itself, so it stands before any parser of bodies.
 *
 * @example
 * const server = createServer(toNodeHandler(createBackend())).listen(4010, '127.0.0.1')
 */
export function toNodeHandler(backend: ServedBackend): NodeHandler {
  return (incoming, outgoing, next) => {
    if (!leadToTarget(incoming) && next) {
      next()
      return
    }
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') {
      send(outgoing, noHost)
      return
    }
    if (isBodyGone(incoming)) {
      send(outgoing, bodyGone)
      return
    }
    const request = new NodeRequest({ req: incoming, res: outgoing })
    backend
      .answer(request, nodeBodyReader(incoming))
      .then((answer) => (answer.cut ? cutOff(outgoing, answer) : send(outgoing, answer)))
      // When the face fails, or a header cannot be written, only this connection is lost.
      .catch(() => outgoing.destroy())
  }
}

/**
 * Sets the target of a request to the one that is the mock's: what a mount left of it, or all of it as it was sent.
 * Whether there is one.
 */
function leadToTarget(incoming: IncomingMessage & { originalUrl?: string }): boolean {
  const { url = '/', originalUrl } = incoming
  if (isOfMock(url)) return true
  if (originalUrl === undefined || !isOfMock(originalUrl)) return false
  incoming.url = originalUrl
  return true
}

function isOfMock(target: string): boolean {
  return /^(https?:\/\/[^/]*)?\/(v1|__mock)(?![^/?])/.test(target)
}

/** RFC 9112 section 3.2: an HTTP/1.1 request without a Host header is refused. */
const noHost = errorAnswer(invalidRequest('The request must have a Host header.'))

const bodyGone = errorAnswer(
  new Refusal(
    500,
    'body_already_read',
    'Something read the body of this request before the mock got it. Mount the mock before all parsers of bodies, such as express.json().',
  ),
)

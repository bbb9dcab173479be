import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeRequest } from 'srvx/node'
import { errorAnswer, Refusal } from '../../http/refusal'
import { createArrivingBodies } from './arriving-bodies'
import { firstBytes, isBodyGone, nodeBodyReader } from './body'
import { createGate, type GateOptions } from './gate'
import { defaultLimits, limitsWithin, type HandlerLimits } from './limits'
import { isOfControl, isOfMock, targetOf, type MountedRequest } from './mount'
import { nameOrigin } from './origins'
import { judgePeer, peerOf } from './peers'
import { createReference, isReferenceRequest } from './reference'
import { createSender } from './send'
import type { ServedBackend } from './served-backend'

/**
 * Answers a request of Node. With `next`, as Connect, Express and Vite give it, requests for paths that are not the
 * mock's are left to it.
 */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

// So many bytes of the body of a refused request go into the journal.
const longestRefusedBody = 65_536

/**
 * Makes a handler for `node:http`, Express, Connect or Vite. It answers `/v1` and `/__mock`, also where it is mounted
 * below another path, and reads the body itself, so it stands before any parser of bodies. Pages of foreign origins,
 * foreign host names and clients of other machines are answered 403. Throws a `TypeError` for wrong options.
 *
 * @example
 * const server = createServer(toNodeHandler(createBackend())).listen(4010, '127.0.0.1')
 */
export function toNodeHandler(backend: ServedBackend, options: GateOptions = {}): NodeHandler {
  return createHandler(backend, options, defaultLimits)
}

/** The same for a server of this package, which knows on which address it listens. */
export function createHandler(
  backend: ServedBackend,
  options: GateOptions,
  limits: HandlerLimits,
  listensOn?: string,
): NodeHandler {
  const gate = createGate(options, listensOn)
  const within = limitsWithin(limits, backend.maxMemory)
  const sender = createSender(within)
  const arriving = createArrivingBodies(within.arriving)
  const reference = createReference()

  return (incoming: MountedRequest, outgoing, next) => {
    const sent = targetOf(incoming)
    if (next && !isOfMock(incoming.url)) {
      next()
      return
    }
    const refusal =
      gate(incoming) ??
      judgePeer(incoming, backend) ??
      judgeExpectation(incoming) ??
      (isBodyGone(incoming) ? bodyGone() : undefined)
    if (refusal) {
      refuse(incoming, outgoing, refusal, sent)
      return
    }
    // A snapshot may be longer than all other bodies together. Its route has a bound of its own, and a guard before it.
    const read = nodeBodyReader(incoming, isOfControl(incoming.url) ? undefined : arriving)
    const answer = () =>
      backend.answer(
        new NodeRequest({ req: incoming, res: outgoing }),
        read,
        peerOf(incoming, sent, () => outgoing.destroyed),
      )
    // The backend says how the reference is built where nobody has built it.
    const answering = isReferenceRequest(incoming) ? reference().then((built) => built ?? answer()) : answer()
    answering
      .then((answered) => {
        const named = nameOrigin(answered, incoming)
        if (named.cut) sender.cutOff(outgoing, named)
        else sender.send(outgoing, named)
      })
      // When the face fails, or a header cannot be written, only this connection is lost.
      .catch(() => outgoing.destroy())
  }

  function refuse(incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal, target: string) {
    const { status, code, message } = refusal
    const request = { method: incoming.method, ...peerOf(incoming, target), status, code, message }
    void firstBytes(incoming, longestRefusedBody).then((body) => backend.record?.({ ...request, body }))
    sender.send(outgoing, errorAnswer(refusal))
  }
}

/** RFC 9110 section 10.1.1: an `Expect` other than `100-continue` is refused. HTTP/1.0 knows none. */
function judgeExpectation({ headers: { expect }, httpVersion }: IncomingMessage): Refusal | undefined {
  if (expect === undefined || httpVersion === '1.0' || /^100-continue$/i.test(expect)) return undefined
  return new Refusal(417, 'expectation_failed', 'Expect can be 100-continue alone.')
}

function bodyGone(): Refusal {
  return new Refusal(
    500,
    'body_already_read',
    'Something read the body of this request before the mock got it. Mount the mock before all parsers of bodies, such as express.json().',
  )
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { NodeRequest } from 'srvx/node'
import type { Backend } from '../../backend'
import { isLoopback } from '../../../src/core/url'
import { errorAnswer, Refusal } from '../../http/refusal'
import { refuseStrayOption } from '../../settings/stray-field'
import { createArrivingBodies, firstBytes, isBodyGone, nodeBodyReader } from './body'
import { createGate, type GateOptions } from './gate'
import { defaultLimits, type HandlerLimits, limitsWithin } from './limits'
import { nameOrigin } from './origins'
import { peerOf } from './peer'
import { createReference, isReferenceRequest } from './reference'
import { createSender } from './send'

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
  refuseStrayOption(options, ['allowOrigins', 'allowHosts'], 'the options of toNodeHandler')
  return createHandler(backend, options, defaultLimits)
}

/** Makes the handler of `toNodeHandler` for a server of this package, which knows on which address it listens. */
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
    // When the face fails, or a header cannot be written, only this connection is lost.
    answer(incoming, outgoing, sent).catch(() => outgoing.destroy())
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, sent: string): Promise<void> {
    // Node's parser says that a request has come before it reads the body that came with it.
    await Promise.resolve()
    const isControl = isOfControl(incoming.url)
    // A snapshot may be longer than all other bodies together. Its route has a bound of its own, and a guard before it.
    const read = nodeBodyReader(incoming, isControl ? undefined : arriving)
    // The backend says how the reference is built where nobody has built it.
    const built = isControl && isReferenceRequest(incoming) ? await reference() : undefined
    const request = new NodeRequest({ req: incoming, res: outgoing })
    const answered = built ?? (await backend.answer(request, read, peerOf(incoming, sent, outgoing)))
    const named = nameOrigin(answered, incoming)
    if (named.cut) sender.cutOff(outgoing, named)
    else sender.send(outgoing, named)
  }

  function refuse(incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal, target: string) {
    const { status, code, message } = refusal
    const { address, rawHeaders, origin } = peerOf(incoming, target)
    const request = { method: incoming.method, target, rawHeaders, address, origin, status, code, message }
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

/** A request in a program that cuts the path of a mount off `url`, as Express, Connect and Vite do. */
type MountedRequest = IncomingMessage & { originalUrl?: string }

/**
 * The whole target as it was sent. Where the mount has cut off a part that is the mock's own, `url` is set back to all
 * of it.
 */
function targetOf(incoming: MountedRequest): string {
  const { url = '/', originalUrl = url } = incoming
  if (originalUrl !== url && !isOfMock(url) && isOfMock(originalUrl)) incoming.url = originalUrl
  return originalUrl
}

/** Whether a target is a path of the mock. */
function isOfMock(target = '/'): boolean {
  return /^(https?:\/\/[^/]*)?\/(v1|__mock)(?![^/?])/.test(target)
}

/** Whether a target is a path of the control routes. */
function isOfControl(target = '/'): boolean {
  return /^(https?:\/\/[^/]*)?\/__mock(?![^/?])/.test(target)
}

/** Refuses clients of other machines until the backend is prepared for them. */
function judgePeer({ socket }: IncomingMessage, { exposed }: ServedBackend): Refusal | undefined {
  const { remoteAddress } = socket
  if (remoteAddress === '127.0.0.1' || exposed) return undefined
  // Nobody knows the address of a client that has left already, so it counts as one of another machine.
  if (remoteAddress !== undefined && isLoopback(remoteAddress)) return undefined
  return new Refusal(
    403,
    'forbidden',
    'This mock answers clients on its own machine alone. For others, give createBackend() a controlToken and call expose() on the backend, as serve() does beyond loopback.',
  )
}

/**
 * The part of a backend that the Node face needs. Without `record` nothing is said of requests that the face refuses by
 * itself. Without `expose` it can be served on loopback alone. Without `maxMemory` the buffers of the face have their
 * usual bounds.
 */
export type ServedBackend = Pick<Backend, 'answer'> &
  Partial<Pick<Backend, 'record' | 'expose' | 'exposed' | 'maxMemory'>>

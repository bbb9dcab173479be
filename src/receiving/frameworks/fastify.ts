import { type Framework, fieldsOf } from './framework'
import {
  type NodeRequest,
  type NodeResponse,
  answerNode,
  isNodeRequest,
  isNodeResponse,
  readNode,
} from './node'

/** The request of Fastify, as far as a receiver needs it. */
export interface FastifyRequest {
  raw: NodeRequest
  body?: unknown
  rawBody?: unknown
}

/** The reply of Fastify, as far as a receiver needs it. */
export interface FastifyReply {
  raw: NodeResponse
  /** Tells Fastify that somebody else sends the answer. */
  hijack?(): unknown
}

const cure =
  "Fastify parses JSON unless it is told not to. Add this before the route: app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))."

/** Fastify, whose handlers take its request and its reply. */
export const fastify: Framework = {
  line: "app.post('/hooks', receive)",
  accept([request, reply]) {
    const { raw, body, rawBody } = fieldsOf(request)
    const { raw: response } = fieldsOf(reply)
    if (!isNodeRequest(raw) || !isNodeResponse(response)) return undefined
    // A parser that hands the stream on leaves it to the handler.
    return {
      method: raw.method,
      read: readNode(raw, [rawBody, body, raw.rawBody, raw.body], cure),
      async answer(answer) {
        ;(reply as FastifyReply).hijack?.()
        await answerNode(answer, response)
      },
    }
  },
  resembles: ([request]) => isNodeRequest(fieldsOf(request)['raw']),
}

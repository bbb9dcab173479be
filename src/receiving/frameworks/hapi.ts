import { type Framework, fieldsOf } from './framework'
import {
  type NodeRequest,
  type NodeResponse,
  answerNode,
  isNodeRequest,
  isNodeResponse,
  readNode,
} from './node'

/** The request of hapi, as far as a receiver needs it. */
export interface HapiRequest {
  raw: { req: NodeRequest; res: NodeResponse }
  payload: unknown
}

/** The response toolkit of hapi, as far as a receiver needs it. */
export interface HapiToolkit {
  /** Tells hapi that somebody else sends the answer. */
  abandon: symbol
}

const cure =
  "hapi parses JSON unless it is told not to. Add this to the route: options: { payload: { parse: false, output: 'data' } }."

/** hapi, whose handlers take its request and its response toolkit. */
export const hapi: Framework = {
  line: "server.route({ method: 'POST', path: '/hooks', options: { payload: { parse: false, output: 'data' } }, handler: receive })",
  accept([request, toolkit]) {
    const { raw, payload } = fieldsOf(request)
    const { req, res } = fieldsOf(raw)
    const { abandon } = fieldsOf(toolkit)
    if (!isNodeRequest(req) || !isNodeResponse(res) || typeof abandon !== 'symbol') return undefined
    return {
      method: req.method,
      read: readNode(req, [payload], cure),
      async answer(answer) {
        await answerNode(answer, res)
        return abandon
      },
    }
  },
  resembles: ([request]) => isNodeRequest(fieldsOf(fieldsOf(request)['raw'])['req']),
}

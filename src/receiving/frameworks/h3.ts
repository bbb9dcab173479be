import { handOverRequest, isRequest, readRequest } from './fetch'
import { type Framework, fieldsOf } from './framework'
import { type NodeRequest, type NodeResponse, isNodeRequest, isNodeResponse, readNode } from './node'

/** The event of h3, Nitro and Nuxt, as far as a receiver needs it. That of h3 2 has a `Request`, and what Node has on Node alone. */
export type H3Event = { node: { req: NodeRequest; res: NodeResponse } } | { req: Request }

const cure =
  'In Nuxt, Nitro and h3, export the receiver itself: export default defineEventHandler(receive). It reads the request, so nothing may read event.req or event.node.req before it.'

/** h3, on which Nitro and Nuxt are built. It takes a `Response` for an answer. */
export const h3: Framework = {
  line: 'export default defineEventHandler(receive)',
  accept([event]) {
    const { node, req: request } = fieldsOf(event)
    const { req, res } = fieldsOf(node)
    if (!isNodeRequest(req) || !isNodeResponse(res))
      return isRequest(request) ? handOverRequest(request, readRequest(request, cure)) : undefined
    return {
      method: req.method,
      async read(limits) {
        // h3 1 keeps what readBody() and readRawBody() have read.
        const kept = (req as unknown as Record<symbol, unknown>)[Symbol.for('h3RawBody')]
        return readNode(req, [await kept, req.rawBody, req.body], cure)(limits)
      },
      answer: (answer) => answer,
    }
  },
}

import { type Framework, fieldsOf } from './framework'
import { type NodeRequest, type NodeResponse, isNodeRequest, isNodeResponse, readNode } from './node'

/** The event of h3, Nitro and Nuxt, as far as a receiver needs it. */
export interface H3Event {
  node: { req: NodeRequest; res: NodeResponse }
}

const cure =
  'In Nuxt, Nitro and h3, export the receiver itself: export default defineEventHandler(receive). It reads the request, so nothing may read event.node.req before it.'

/** h3, on which Nitro and Nuxt are built. It takes a `Response` for an answer. */
export const h3: Framework = {
  line: 'export default defineEventHandler(receive)',
  accept([event]) {
    const { req, res } = fieldsOf(fieldsOf(event)['node'])
    if (!isNodeRequest(req) || !isNodeResponse(res)) return undefined
    return {
      method: req.method,
      async read(limits) {
        // h3 keeps what readBody() and readRawBody() have read.
        const kept = (req as unknown as Record<symbol, unknown>)[Symbol.for('h3RawBody')]
        return readNode(req, [await kept, req.rawBody, req.body], cure)(limits)
      },
      answer: (answer) => answer,
    }
  },
}

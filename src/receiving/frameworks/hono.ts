import { type Framework, fieldsOf } from './framework'
import { handOverRequest, isRequest, readRequest } from './fetch'

/** The context of Hono, as far as a receiver needs it. */
export interface HonoContext {
  req: { raw: Request }
}

const cure =
  "In Hono, mount the receiver by itself: app.post('/hooks', receive). It reads the request, so nothing may read c.req.raw before it."

/** Hono, whose handlers take its context. */
export const hono: Framework = {
  line: "app.post('/hooks', receive)",
  accept([context]) {
    const { raw, bodyCache } = fieldsOf(fieldsOf(context)['req'])
    if (!isRequest(raw)) return undefined
    const { text, arrayBuffer } = fieldsOf(bodyCache)
    return handOverRequest(raw, async (limits) => {
      // Hono keeps what c.req.json(), c.req.text() and c.req.arrayBuffer() have read.
      const kept = await Promise.all([arrayBuffer, text])
      return readRequest(raw, cure, kept)(limits)
    })
  },
  resembles: ([request]) => isRequest(fieldsOf(request)['raw']),
}

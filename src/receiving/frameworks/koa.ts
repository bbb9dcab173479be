import { type Framework, fieldsOf } from './framework'
import { type NodeRequest, type NodeResponse, isNodeRequest, isNodeResponse, readNode } from './node'

/** The context of Koa, as far as a receiver needs it. */
export interface KoaContext {
  req: NodeRequest
  res: NodeResponse
  /** The request, in which parsers of Koa keep the body. */
  request: object
  status: number
  body: unknown
  headerSent?: boolean
  set(name: string, value: string): unknown
}

// Written out: a bundler keeps a text that is put together, even where nothing uses it.
const cure =
  "In Koa, mount the receiver before the parser: router.post('/hooks', receive), and app.use(router.routes()) before app.use(bodyParser()). Or take koa-bodyparser, which keeps the raw body as ctx.request.rawBody."

/** Koa, whose middleware takes its context. */
export const koa: Framework = {
  line: "router.post('/hooks', receive)",
  accept([context]) {
    const { req, res, request, set } = fieldsOf(context)
    if (!isNodeRequest(req) || !isNodeResponse(res) || typeof set !== 'function') return undefined
    const { rawBody, body } = fieldsOf(request)
    return {
      method: req.method,
      read: readNode(req, [rawBody, body, req.rawBody, req.body], cure),
      async answer(answer) {
        await answerKoa(answer, context as KoaContext)
      },
    }
  },
  resembles: ([request]) => isNodeRequest(fieldsOf(request)['req']),
}

/** Leaves the answer in the context. Koa sends it when all middleware has returned. */
async function answerKoa(answer: Response, context: KoaContext): Promise<void> {
  if (context.headerSent) return
  context.status = answer.status
  for (const [name, value] of answer.headers) context.set(name, value)
  context.body = (await answer.text()) || null
}

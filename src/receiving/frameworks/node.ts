import { iteratedChunks, readBody } from '../body'
import type { ReadDelivery } from '../handle'
import { type Framework, fieldsOf } from './framework'

/** A request of `node:http`, Express or the API routes of Next.js, as far as a receiver needs it. */
export interface NodeRequest {
  method?: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** The body, where a parser read it before. */
  body?: unknown
  /** The raw body, where a parser kept it. */
  rawBody?: unknown
  readableEnded?: boolean
  readableDidRead?: boolean
  [Symbol.asyncIterator]?(): AsyncIterator<unknown>
}

/** A response of `node:http`, Express or the API routes of Next.js, as far as a receiver needs it. */
export interface NodeResponse {
  statusCode: number
  headersSent?: boolean
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

const line = "app.post('/hooks', receive), or http.createServer(receive)"

/** The frameworks whose handlers take the request and the response of `node:http`, and what to do in each where the raw body is lost. */
const cures: [isUsed: (request: object, response: object) => boolean, cure: string][] = [
  [
    (_, response) => 'setPreviewData' in response,
    'In an API route of Next.js, export this beside the handler: export const config = { api: { bodyParser: false } }',
  ],
  [
    (request) => 'app' in request,
    'In Express, mount the receiver before express.json(): app.post("/hooks", receive). Or let the parser keep the bytes: express.json({ verify: (req, _res, buf) => { req.rawBody = buf } }).',
  ],
  [
    () => true,
    'On node:http, call receive(request, response) before anything else reads the request. Mount it before parsers such as express.json(), or parse with express.raw({ type: "*/*" }), or keep the bytes as request.rawBody.',
  ],
]

/** Reads a request of Node, whose raw body may have been kept in one of several places. */
export const readNode =
  (request: NodeRequest, kept: readonly unknown[], cure: string): ReadDelivery =>
  async (limits) => {
    const isUnread = !request.readableEnded && !request.readableDidRead && request[Symbol.asyncIterator]
    const stream = isUnread ? () => iteratedChunks(request as AsyncIterable<Uint8Array | string>) : undefined
    return { body: await readBody({ kept, stream, cure }, limits), headers: request.headers }
  }

/** Sends an answer through a response of Node. */
export async function answerNode(answer: Response, response: NodeResponse): Promise<void> {
  // A middleware has answered before, such as one that limits the time.
  if (response.headersSent) return
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  response.end(await answer.text())
}

/** Whether a value is a request of Node. Its headers are fields, where those of a `Request` are a `Headers`. */
export const isNodeRequest = (value: unknown): value is NodeRequest => {
  const { headers, method } = fieldsOf(value)
  return (
    typeof method === 'string' &&
    typeof headers === 'object' &&
    typeof fieldsOf(headers)['get'] !== 'function'
  )
}

/** Whether a value is a response of Node. */
export const isNodeResponse = (value: unknown): value is NodeResponse => {
  const { setHeader, end } = fieldsOf(value)
  return typeof setHeader === 'function' && typeof end === 'function'
}

/** `node:http`, Express and the API routes of Next.js, whose handlers take a request and a response of Node. */
export const node: Framework = {
  line,
  accept([request, response]) {
    if (!isNodeRequest(request) || !isNodeResponse(response)) return undefined
    const [, cure = ''] = cures.find(([isUsed]) => isUsed(request, response)) ?? []
    return {
      method: request.method,
      read: readNode(request, [request.rawBody, request.body], cure),
      answer: (answer) => answerNode(answer, response),
    }
  },
  resembles: (args) => args.some((value) => isNodeRequest(value) || isNodeResponse(value)),
}

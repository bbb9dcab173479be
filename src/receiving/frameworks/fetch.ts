import { type Chunks, iteratedChunks, readBody, webChunks } from '../body'
import type { ReadDelivery } from '../handle'
import { type Framework, type Handover, fieldsOf } from './framework'

/** The argument that SvelteKit, Astro, Remix and React Router give their handlers, as far as a receiver needs it. */
export interface RequestContext {
  request: Request
}

/** Whether a value is a `Request`, be it of another realm, of a polyfill or of a framework. */
export function isRequest(value: unknown): value is Request {
  const { arrayBuffer, headers } = fieldsOf(value)
  return typeof arrayBuffer === 'function' && typeof fieldsOf(headers)['get'] === 'function'
}

/** Reads a `Request`, whose raw body a framework may have kept. */
export const readRequest =
  (request: Request, cure: string, kept: readonly unknown[] = []): ReadDelivery =>
  async (limits) => {
    const { body, bodyUsed, headers } = request
    const stream = bodyUsed || body?.locked ? undefined : () => chunksOf(request)
    return { body: await readBody({ kept, stream, cure }, limits), headers }
  }

/** The chunks of a request. One without a body has no stream, and neither has any request in a runtime without streams of requests. */
const chunksOf = (request: Request): Chunks =>
  request.body ? webChunks(request.body) : iteratedChunks(inOneChunk(request))

async function* inOneChunk(request: Request): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await request.arrayBuffer())
}

/** The handover of a `Request` by a framework that takes a `Response`. */
export const handOverRequest = (request: Request, read: ReadDelivery): Handover => ({
  method: request.method,
  read,
  answer: (answer) => answer,
})

const cure =
  'Do not call request.json() or request.text() before the receiver: it reads the request itself, and gives the parsed event to your handler.'

/** Next.js route handlers, Cloudflare Workers, Bun, Deno and all others whose handlers take a `Request` first. */
export const fetchServers: Framework = {
  line: 'export const POST = receive, or export default { fetch: receive }, or Deno.serve(receive)',
  accept([request]) {
    return isRequest(request) ? handOverRequest(request, readRequest(request, cure)) : undefined
  },
}

/** SvelteKit, Astro, Remix, React Router and all others whose handlers take an object with a `Request` as its `request`. */
export const requestContexts: Framework = {
  line: 'export const POST = receive, or export const action = receive',
  accept([context]) {
    const { request } = fieldsOf(context)
    return isRequest(request) ? handOverRequest(request, readRequest(request, cure)) : undefined
  },
}

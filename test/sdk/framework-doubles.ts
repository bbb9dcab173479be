import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { buffer, json } from 'node:stream/consumers'
import type { HapiRequest, Receiver } from '@event-delivery/sdk/webhooks'
import { serveFetch, serveListener } from '../support/node-server'
import type { Mount, Running } from '../support/receiver-probe'

// These doubles have the fields that the real frameworks were seen to hand over, with real requests behind them. test/frameworks mounts the
// same receiver in the frameworks themselves.

async function listen(listener: RequestListener): Promise<Running> {
  const { baseUrl, close } = await serveListener(listener)
  return { url: baseUrl, close }
}

type ReadBefore = (request: IncomingMessage) => unknown

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/** Mounts on `node:http`, after something may have read the request. */
const onNode =
  (handle: (receive: Receiver) => NodeHandler, before: ReadBefore = () => undefined) =>
  (receive: Receiver) =>
    listen((request, response) => {
      void Promise.resolve(before(request)).then(() => handle(receive)(request, response))
    })

const parseInto = async (request: IncomingMessage) => Object.assign(request, { body: await json(request) })

const keepBytes = async (request: IncomingMessage) => {
  const rawBody = await buffer(request)
  return Object.assign(request, { rawBody, body: {} })
}

/** Express marks its requests by their `app`. */
const express =
  (receive: Receiver): NodeHandler =>
  (request, response) =>
    receive(Object.assign(request, { app: () => {} }), response, () => {})

/** The API routes of Next.js mark their responses by what they do for previews. */
const nextPages =
  (receive: Receiver): NodeHandler =>
  (request, response) =>
    receive(request, Object.assign(response, { setPreviewData: () => {} }))

/** Fastify hands over objects of its own, with those of Node as their `raw`. The parsed body is in its request alone. */
const fastify =
  (receive: Receiver): NodeHandler =>
  (raw, response) => {
    const { body, rawBody } = raw as { body?: unknown; rawBody?: unknown }
    const own = { id: 'req-1', params: {}, query: {}, log: {} }
    const request = { ...own, raw, body: rawBody ?? body, headers: raw.headers }
    return receive(request, { raw: response, hijack: () => {} })
  }

/** Koa sends what its context holds once the middleware has returned. */
const koa =
  (receive: Receiver): NodeHandler =>
  async (req, res) => {
    const { body, rawBody } = req as { body?: unknown; rawBody?: Buffer }
    const context = {
      ...{ req, res, request: { req, body, rawBody: rawBody?.toString() }, response: {} },
      ...{ status: 404, body: undefined as unknown },
      set: (name: string, value: string) => res.setHeader(name, value),
    }
    await receive(context, async () => {})
    res.statusCode = context.status
    res.end(context.body)
  }

/** h3 hands over its event, and keeps the bytes that were read through it. Its answer is a `Response`. */
const h3 =
  (receive: Receiver): NodeHandler =>
  async (req, res) => {
    const { rawBody } = req as { rawBody?: Buffer }
    if (rawBody)
      Object.assign(req, { rawBody: undefined, [Symbol.for('h3RawBody')]: Promise.resolve(rawBody) })
    const answer = await receive({ node: { req, res } })
    res.writeHead(answer.status, Object.fromEntries(answer.headers))
    res.end(await answer.text())
  }

/** hapi takes its own symbol for an answer that somebody else has sent. */
const hapi =
  (receive: Receiver): NodeHandler =>
  async (req, res) => {
    const { body, rawBody } = req as { body?: unknown; rawBody?: Buffer }
    const abandon = Symbol('abandon')
    const payload = rawBody ?? body ?? req
    const taken = await receive({ raw: { req, res }, payload, headers: req.headers } as HapiRequest, {
      abandon,
    })
    if (taken !== abandon) res.destroy()
  }

interface HonoRequest {
  raw: Request
  routeIndex: number
  path: string
  bodyCache: { text?: Promise<string> }
}

/** Hono hands over its context, which keeps the text of a body that was read through it. */
const hono =
  (before: (request: HonoRequest) => unknown) =>
  async (receive: Receiver): Promise<Running> => {
    const { baseUrl, close } = await serveFetch(async (raw) => {
      const req: HonoRequest = { raw, routeIndex: 0, path: '/', bodyCache: {} }
      await before(req)
      return receive({ req }, async () => {})
    })
    return { url: baseUrl, close }
  }

const web =
  (handle: (receive: Receiver, request: Request) => Promise<Response>) => async (receive: Receiver) => {
    const { baseUrl, close } = await serveFetch((request) => handle(receive, request))
    return { url: baseUrl, close }
  }

const readsItself = { streams: true }

const nodeCure = /call receive\(request, response\) before anything else reads the request.*express\.raw/
const expressCure = /In Express, mount the receiver before express\.json\(\).*verify: \(req, _res, buf\)/
const fastifyCure = /app\.addContentTypeParser\('application\/json', { parseAs: 'buffer' }/

/** The receiver in each framework: without a parser, and behind one that keeps the bytes or does not. */
const doubles: Readonly<Record<string, readonly [Mount['start'], Partial<Mount>?]>> = {
  'node:http': [onNode((receive) => receive), readsItself],
  'node:http, by the name .node': [onNode(({ node }) => node), readsItself],
  'node:http, body read': [onNode((receive) => receive, parseInto), { cure: nodeCure }],
  Express: [onNode(express), readsItself],
  'Express, bytes kept': [onNode(express, keepBytes)],
  'Express, body parsed': [onNode(express, parseInto), { cure: expressCure }],
  'Next.js API route': [onNode(nextPages), readsItself],
  'Next.js API route, body parsed': [
    onNode(nextPages, parseInto),
    { cure: /export const config = { api: { bodyParser: false } }/ },
  ],
  'Fastify, stream handed on': [onNode(fastify), readsItself],
  'Fastify, bytes kept': [onNode(fastify, keepBytes)],
  'Fastify, body parsed': [onNode(fastify, parseInto), { cure: fastifyCure }],
  Koa: [onNode(koa), readsItself],
  'Koa, text kept': [onNode(koa, keepBytes)],
  'Koa, body parsed': [onNode(koa, parseInto), { cure: /In Koa, mount the receiver before the parser/ }],
  h3: [onNode(h3), readsItself],
  'h3, bytes kept': [onNode(h3, keepBytes)],
  'h3, stream read': [onNode(h3, parseInto), { cure: /defineEventHandler\(receive\)/ }],
  // Beyond Node, as in a Worker, the event of h3 2 holds a `Request` in the place of what Node has.
  'h3 2 beyond Node': [web((receive, req) => receive({ req, node: undefined }))],
  'h3 2 beyond Node, body read': [
    web(async (receive, req) => {
      await req.json()
      return receive({ req, node: undefined })
    }),
    { cure: /defineEventHandler\(receive\)/ },
  ],
  'hapi, stream': [onNode(hapi), readsItself],
  'hapi, bytes kept': [onNode(hapi, keepBytes)],
  'hapi, body parsed': [onNode(hapi, parseInto), { cure: /payload: { parse: false, output: 'data' }/ }],
  Hono: [hono(() => {})],
  'Hono, c.req.json() before': [hono((request) => (request.bodyCache.text = request.raw.text()))],
  'Hono, c.req.raw.json() before': [
    hono((request) => request.raw.json()),
    { cure: /In Hono, mount the receiver by itself/ },
  ],
  'a route handler of Next.js': [web((receive, request) => receive(request, { params: {} }))],
  'a Worker': [web((receive, request) => receive(request, {}, { waitUntil: () => {} }))],
  SvelteKit: [web((receive, request) => receive({ request, params: {} } as { request: Request }))],
  'a route handler that has read the request': [
    web(async (receive, request) => {
      await request.json()
      return receive(request)
    }),
    { cure: /Do not call request\.json\(\)/ },
  ],
}

export const mounts: readonly Mount[] = Object.entries(doubles).map(([name, [start, more]]) => ({
  ...{ name, start },
  ...more,
}))

// The ways to mount a receiver in frameworks. They are installed in a folder of their own, where this file is compiled and runs: see
// test/frameworks/index.ts.
import { server as hapiServer, type RouteOptions } from '@hapi/hapi'
import { serve } from '@hono/node-server'
import express from 'express'
import express4 from 'express-4'
import { fastify, type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import Koa, { type Middleware } from 'koa'
import bodyParser from 'koa-bodyparser'
import type { Server } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Receiver } from '@event-delivery/sdk/webhooks'
import type { Mount } from '../../support/receiver-probe'
import { listen, running } from './listen'
import { h3Mounts } from './mounts-h3'

type App = ReturnType<typeof express>

/** Mounts in Express, in either of its versions. */
function inExpress(
  name: string,
  framework: typeof express,
  mounts: [string, (app: App, receive: Receiver) => unknown, Partial<Mount>?][],
): Mount[] {
  return mounts.map(([how, mount, expected]) => ({
    name: `${name}, ${how}`,
    start(receive) {
      const app = framework()
      mount(app, receive)
      return listen(app)
    },
    ...expected,
  }))
}

const expressMounts = (name: string, framework: typeof express) =>
  inExpress(name, framework, [
    ['no parser', (app, receive) => app.post('/hook', receive), { streams: true }],
    ['as .node', (app, receive) => app.post('/hook', receive.node), { streams: true }],
    [
      'in a handler',
      (app, receive) => app.post('/hook', (request, response, next) => receive(request, response, next)),
    ],
    [
      'express.json() before',
      (app, receive) => app.use(framework.json()).post('/hook', receive),
      {
        cure: /mount the receiver before express\.json\(\).*verify: \(req, _res, buf\) => { req\.rawBody = buf }/,
      },
    ],
    [
      'express.json() behind',
      (app, receive) => app.post('/hook', receive).use(framework.json()),
      { streams: true },
    ],
    [
      'express.json() that keeps the bytes',
      (app, receive) => {
        const verify = (request: object, _: unknown, bytes: Buffer) =>
          Object.assign(request, { rawBody: bytes })
        app.use(framework.json({ verify })).post('/hook', receive)
      },
    ],
    [
      'express.raw() before',
      (app, receive) => app.use(framework.raw({ type: '*/*' })).post('/hook', receive),
    ],
    [
      'express.text() before',
      (app, receive) => app.use(framework.text({ type: '*/*' })).post('/hook', receive),
    ],
  ])

function inFastify(
  how: string,
  mount: (app: FastifyInstance, receive: Receiver) => unknown,
  expected: Partial<Mount> = {},
): Mount {
  return {
    name: `Fastify 5, ${how}`,
    async start(receive) {
      const app = fastify({ forceCloseConnections: true })
      await mount(app, receive)
      const url = await app.listen({ host: '127.0.0.1', port: 0 })
      return { url: `${url}/hook`, close: () => app.close() }
    },
    ...expected,
  }
}

const fastifyMounts: Mount[] = [
  inFastify('its own parser', (app, receive) => app.post('/hook', receive), {
    cure: /app\.addContentTypeParser\('application\/json', { parseAs: 'buffer' }/,
  }),
  inFastify('a parser of buffers before', (app, receive) => {
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    app.post('/hook', receive)
  }),
  inFastify('a parser of buffers behind', (app, receive) => {
    app.post('/hook', (request, reply) => receive(request, reply))
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
  }),
  inFastify(
    'a parser that leaves the stream to the handler',
    (app, receive) => {
      app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload))
      app.post('/hook', receive)
    },
    { streams: true },
  ),
]

function inHono(
  how: string,
  mount: (app: Hono, receive: Receiver) => unknown,
  expected: Partial<Mount> = {},
): Mount {
  return {
    name: `Hono 4, ${how}`,
    start(receive) {
      const app = new Hono()
      mount(app, receive)
      return running(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as Server)
    },
    ...expected,
  }
}

const honoMounts: Mount[] = [
  inHono('no parser', (app, receive) => app.post('/hook', receive), { streams: true }),
  inHono('the request alone', (app, receive) => app.post('/hook', (c) => receive(c.req.raw)), {
    streams: true,
  }),
  inHono('c.req.json() before', (app, receive) => {
    app.use(async (c, next) => {
      await c.req.json().catch(() => {})
      await next()
    })
    app.post('/hook', receive)
  }),
  inHono('c.req.json() behind', (app, receive) => {
    app.use(async (c, next) => {
      await next()
      await c.req.json().catch(() => {})
    })
    app.post('/hook', receive)
  }),
  inHono(
    'c.req.raw.json() before',
    (app, receive) => {
      app.use(async (c, next) => {
        await c.req.raw.json()
        await next()
      })
      app.post('/hook', receive)
    },
    { cure: /In Hono, mount the receiver by itself: app\.post\('\/hooks', receive\)/ },
  ),
]

function inKoa(
  how: string,
  middleware: (receive: Receiver) => Middleware[],
  expected: Partial<Mount> = {},
): Mount {
  return {
    name: `Koa 3, ${how}`,
    start(receive) {
      const app = new Koa()
      app.silent = true
      for (const layer of middleware(receive)) app.use(layer)
      return listen(app.callback())
    },
    ...expected,
  }
}

const koaMounts: Mount[] = [
  inKoa('no parser', (receive) => [receive], { streams: true }),
  inKoa('koa-bodyparser before', (receive) => [bodyParser(), receive]),
  inKoa('koa-bodyparser behind', (receive) => [receive, bodyParser()], { streams: true }),
  inKoa(
    'a parser before that keeps nothing',
    (receive) => [
      async (context, next) => {
        Object.assign(context.request, { body: await json(context.req) })
        await next()
      },
      receive,
    ],
    {
      cure: /In Koa, mount the receiver before the parser.*koa-bodyparser, which keeps the raw body as ctx\.request\.rawBody/,
    },
  ),
]

function inHapi(how: string, payload: RouteOptions['payload'], expected: Partial<Mount> = {}): Mount {
  return {
    name: `hapi, ${how}`,
    async start(receive) {
      const server = hapiServer({ host: '127.0.0.1', port: 0 })
      server.route({ method: 'POST', path: '/hook', options: { payload }, handler: receive })
      await server.start()
      return { url: `${server.info.uri}/hook`, close: () => server.stop({ timeout: 0 }) }
    },
    ...expected,
  }
}

const hapiMounts: Mount[] = [
  inHapi('its own parser', {}, { cure: /options: { payload: { parse: false, output: 'data' } }/ }),
  inHapi('bytes', { parse: false, output: 'data' }),
  inHapi('the stream', { parse: false, output: 'stream' }, { streams: true }),
]

const nodeMounts: Mount[] = [
  { name: 'node:http, no parser', start: listen, streams: true },
  {
    name: 'node:http, a parser before',
    start: (receive) =>
      listen(async (request, response) => {
        await json(request)
        await receive(request, response)
      }),
    cure: /call receive\(request, response\) before anything else reads the request/,
  },
]

export const mounts: readonly Mount[] = [
  ...nodeMounts,
  ...expressMounts('Express 5', express),
  ...expressMounts('Express 4', express4 as unknown as typeof express),
  ...fastifyMounts,
  ...koaMounts,
  ...h3Mounts,
  ...hapiMounts,
  // The server of Hono puts a class of its own in the place of the global Response, which h3 then takes for no Response.
  ...honoMounts,
]

// Compiled and never run: each framework's own types take a receiver as a handler.
import { createReceiver } from '@event-delivery/sdk/webhooks'
import type {
  ALBHandler,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
  LambdaFunctionURLHandler,
} from 'aws-lambda'
import express from 'express'
import express4 from 'express-4'
import { fastify } from 'fastify'
import { server as hapiServer } from '@hapi/hapi'
import { defineHandler, H3 } from 'h3'
import { defineEventHandler } from 'h3-1'
import { Hono } from 'hono'
import Koa from 'koa'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'

const receive = createReceiver({ secret: 'whsec_', otherwise: () => {} })

createServer(receive)
createServer(receive.node)
createServer((request, response) => void receive(request, response))
createHttpsServer({}, receive)
createHttp2Server(receive)

express().post('/hooks', receive)
express().post('/hooks', receive.node)
express().post('/hooks', express.raw({ type: '*/*' }), receive)
express().use('/hooks', receive)
express().post('/hooks', (request, response, next) => receive(request, response, next))
express4().post('/hooks', receive)
express4().use('/hooks', receive)

fastify().post('/hooks', receive)
fastify().post('/hooks', { bodyLimit: 1_000 }, receive)
fastify().route({ method: 'POST', url: '/hooks', handler: receive })
fastify().post('/hooks', (request, reply) => receive(request, reply))

new Hono().post('/hooks', receive)
new Hono().all('/hooks', receive)
new Hono<{ Bindings: { SECRET: string } }>().post('/hooks', receive)
new Hono().post('/hooks', (context) => receive(context))
new Hono().post('/hooks', (context) => receive(context.req.raw))

new Koa().use(receive)
new Koa().use((context, next) => receive(context, next))

defineEventHandler(receive)
defineEventHandler((event) => receive(event))
new H3().post('/hooks', receive)
defineHandler(receive)
defineHandler((event) => receive(event))

hapiServer().route({ method: 'POST', path: '/hooks', handler: receive })
hapiServer().route({
  method: 'POST',
  path: '/hooks',
  handler: (request, toolkit) => receive(request, toolkit),
})

export const firstFormat: APIGatewayProxyHandler = receive
export const secondFormat: APIGatewayProxyHandlerV2 = receive
export const loadBalancer: ALBHandler = receive
export const functionUrl: LambdaFunctionURLHandler = receive
export const svelteKit: (event: { request: Request; params: object }) => Promise<Response> = receive
export const answer: Promise<Response> = receive(new Request('https://receiver.example'))

// @ts-expect-error: a parsed event is no argument of any framework.
receive({ id: 'evt_1', type: 'order.paid' })
// @ts-expect-error: a body and headers are for `verify` and `unwrap`.
receive('{}', {})
// @ts-expect-error: no argument at all.
receive()
// @ts-expect-error: the answer needs the response too.
createServer((request) => void receive(request))

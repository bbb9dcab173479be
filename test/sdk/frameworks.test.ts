import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InvalidRequestError } from '@event-delivery/sdk'
import type { Receiver } from '@event-delivery/sdk/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { judge } from '../support/receiver-probe'
import { deliver, receiver } from './deliveries'
import { mounts } from './framework-doubles'

const handled = mounts.filter(({ cure }) => !cure)
const refused = mounts.filter(({ cure }) => cure)

test.each(handled)('one receiver handles the deliveries of $name, and its limits hold', async (mount) => {
  expect(await judge(mount)).toEqual([])
})

test.each(refused)('a receiver that got no raw body says at once what to change: $name', async (mount) => {
  expect(await judge(mount)).toEqual([])
})

/** Calls a receiver as code without types may do. */
const call = (receive: Receiver, ...args: unknown[]): unknown =>
  (receive as unknown as (...args: unknown[]) => unknown)(...args)

const nodeRequest = { method: 'POST', headers: {}, url: '/hooks' }
const fetchRequest = new Request('https://receiver.example', { method: 'POST', body: '{}' })

test.each<[string, unknown[], RegExp]>([
  ['a request of node:http alone', [nodeRequest], /http\.createServer\(receive\)/],
  ['a request of Express and next', [nodeRequest, () => {}], /app\.post\('\/hooks', receive\)/],
  [
    'a request of Fastify alone',
    [{ raw: nodeRequest, body: {} }],
    /Fastify: app\.post\('\/hooks', receive\)/,
  ],
  [
    'the request of a Hono context',
    [{ raw: fetchRequest, bodyCache: {} }],
    /Hono: app\.post\('\/hooks', receive\)/,
  ],
  [
    'the request of a Koa context',
    [{ req: nodeRequest, ctx: {} }],
    /Koa: router\.post\('\/hooks', receive\)/,
  ],
])('%s is refused at once with the line of its framework alone', (_, args, line) => {
  const { receive, seen } = receiver()
  const refusal = () => call(receive, ...args)
  expect(refusal).toThrow(InvalidRequestError)
  expect(refusal).toThrow(line)
  expect(refusal).not.toThrow(/Lambda/)
  expect(seen).toEqual([])
})

test.each<[string, unknown[], string]>([
  ['nothing', [], '()'],
  ['null', [null], '(null)'],
  ['a parsed event', [{ id: 'evt_1', type: 'order.paid', data: {} }], '({ id, type, data })'],
  ['a body and headers', ['{}', new Headers()], '(string, Headers)'],
  ['an event of a queue', [{ Records: [] }], '({ Records })'],
  ['an object without a prototype', [Object.create(null)], '(object)'],
])('%s is refused at once with the line of every framework, and what was given', (_, args, given) => {
  const refusal = () => call(receiver().receive, ...args)
  expect(refusal).toThrow(InvalidRequestError)
  expect(refusal).toThrow(given)
  for (const line of ['Express', 'Fastify', 'Hono', 'Koa', 'Next.js', 'Lambda', 'SvelteKit']) {
    expect(refusal).toThrow(line)
  }
})

test('the refusal of arguments shows none of their values', () => {
  const { receive } = receiver()
  expect(() => call(receive, { secret: 'c4n4ry' }, 'c4n4ry')).toThrow(/\({ secret }, string\)/)
  expect(() => call(receive, { secret: 'c4n4ry' }, 'c4n4ry')).not.toThrow(/c4n4ry/)
})

test('a request of which somebody holds the reader is refused as one that was read', async () => {
  const { receive, errors } = receiver()
  const request = await deliver()
  request.body?.getReader()
  expect((await receive(request)).status).toBe(500)
  expect(errors).toMatchObject([{ code: 'body-not-raw' }])
})

test('the size of a body that a parser kept as text is counted in bytes', async () => {
  const { receive } = receiver({ maxBytes: 10 })
  const answer = { statusCode: 200, setHeader: () => {}, end: () => {} }
  const ofSize = async (body: string) => {
    await receive({ method: 'POST', headers: {}, body }, answer)
    return answer.statusCode
  }
  expect(await ofSize('ééééé')).toBe(400)
  expect(await ofSize('éééééé')).toBe(413)
})

test('the connection of an upload without an end is closed', async () => {
  const { listener, errors } = receiver()
  // Connections that are kept are kept for ever.
  const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const upload = httpRequest({ port, host: '127.0.0.1', method: 'POST' })
  const chunk = Buffer.alloc(8 * 1_048_576)
  const pour = () => void upload.write(chunk, (error) => error ?? setImmediate(pour))
  pour()
  // The sender fails to write, and may or may not get to see the answer before.
  upload.on('error', () => {})
  await new Promise((resolve) => upload.on('close', resolve))
  expect(errors).toMatchObject([{ code: 'body-too-large' }])
})

test('a receiver counts as a handler of no arguments, so that Express takes it for no handler of errors', () => {
  expect(receiver().receive.length).toBe(0)
  expect(() => createServer(receiver().receive as never)).not.toThrow()
})

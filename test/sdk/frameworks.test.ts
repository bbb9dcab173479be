import { createServer, request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { LambdaAnswer, LambdaEvent, ReceiverOptions } from '@event-delivery/sdk/webhooks'
import { serveListener } from '../support/node-server'
import { judge } from '../support/receiver-probe'
import { deliver, receiver, otherSecret } from './deliveries'
import { mounts } from './framework-doubles'
import { like } from './client'

const handled = mounts.filter(({ cure }) => !cure)
const refused = mounts.filter(({ cure }) => cure)

test.each(handled)('one receiver handles the deliveries of $name, and its limits hold', async (mount) => {
  expect(await judge(mount)).toEqual([])
})

test.each(refused)('a receiver that got no raw body says at once what to change: $name', async (mount) => {
  expect(await judge(mount)).toEqual([])
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

test('the error of a body that was cut off has what ended it as its cause', async () => {
  const { receive, errors } = receiver()
  const cause = new Error('read ECONNRESET')
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) })
  const init: RequestInit & { duplex: string } = { method: 'POST', body, duplex: 'half' }
  await receive(new Request('https://shop.example/hooks', init))
  expect(errors).toMatchObject([{ code: 'body-cut-off', cause }])
})

test('the connection of an upload without an end is closed', async () => {
  // A busy machine may need longer than usual to send too much.
  const { listener, errors } = receiver({ bodyTimeout: 3_600_000 })
  const { port } = await serveListener(listener, { until: onTestFinished })
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

type MakeEvent = (headers: Record<string, string>, body: string, isBase64Encoded: boolean) => LambdaEvent

const lists = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))

// The fields are those of the events that AWS documents for each service.
const events: Record<string, MakeEvent> = {
  'API Gateway, format 1.0': (headers, body, isBase64Encoded) => ({
    ...{ version: '1.0', resource: '/hooks', path: '/hooks', httpMethod: 'POST', headers },
    ...{ queryStringParameters: null, multiValueHeaders: lists(headers) },
    ...{ requestContext: { httpMethod: 'POST', stage: '$default' } },
    ...{ body, isBase64Encoded },
  }),
  'API Gateway, format 2.0': (headers, body, isBase64Encoded) => ({
    ...{ version: '2.0', routeKey: 'POST /hooks', rawPath: '/hooks', rawQueryString: '', headers },
    ...{ requestContext: { http: { method: 'POST', path: '/hooks' } }, body, isBase64Encoded },
  }),
  'an Application Load Balancer': (headers, body, isBase64Encoded) => ({
    ...{ requestContext: { elb: { targetGroupArn: 'arn' } }, httpMethod: 'POST', path: '/hooks' },
    ...{ headers, body, isBase64Encoded },
  }),
  'an Application Load Balancer that sends lists': (headers, body, isBase64Encoded) => ({
    ...{ requestContext: { elb: { targetGroupArn: 'arn' } }, httpMethod: 'POST', path: '/hooks' },
    ...{ multiValueHeaders: lists(headers), body, isBase64Encoded },
  }),
  'a function like those of Lambda, without a context': (headers, body, isBase64Encoded) => ({
    ...{ httpMethod: 'POST', path: '/hooks', headers, body, isBase64Encoded },
  }),
}

const cases = Object.entries(events).flatMap(([name, make]) => [
  { name, make, encoding: 'text', isBase64Encoded: false },
  { name, make, encoding: 'base64', isBase64Encoded: true },
])

async function received(
  make: MakeEvent,
  isBase64Encoded: boolean,
  delivery: Request,
  options: Partial<ReceiverOptions> = {},
) {
  const { receive, seen, errors } = receiver(options)
  const body = Buffer.from(await delivery.arrayBuffer()).toString(isBase64Encoded ? 'base64' : 'utf8')
  const event = make(Object.fromEntries(delivery.headers), body, isBase64Encoded)
  const answer: LambdaAnswer = await receive(event, { awsRequestId: '1' }, () => {})
  return { answer, seen, errors }
}

test.each(cases)(
  'the body in $encoding of an event of $name is verified',
  async ({ make, isBase64Encoded }) => {
    const event = { type: 'größe' }
    const { answer, seen } = await received(make, isBase64Encoded, await deliver({ event }))
    expect(answer).toMatchObject({ statusCode: 204, body: '', isBase64Encoded: false })
    expect(seen).toEqual(['größe'])
    const forged = await received(make, isBase64Encoded, await deliver({ secret: otherSecret }))
    expect(forged.answer).toMatchObject({ statusCode: 400, headers: { 'content-type': 'application/json' } })
    expect(JSON.parse(forged.answer.body)).toMatchObject({ error: { code: 'no-match' } })
  },
)

test.each(cases)(
  'maxBytes holds for the body in $encoding of an event of $name',
  async ({ make, isBase64Encoded }) => {
    const body = 'é'.repeat(10)
    const at = async (maxBytes: number) =>
      (await received(make, isBase64Encoded, await deliver({ body }), { maxBytes })).answer.statusCode
    expect(await at(20)).toBe(400)
    expect(await at(19)).toBe(413)
  },
)

test('a load balancer that sends lists of header values gets lists', async () => {
  const make = events['an Application Load Balancer that sends lists']!
  const { answer } = await received(make, false, await deliver({ secret: otherSecret }))
  expect(answer.multiValueHeaders).toEqual({ 'content-type': ['application/json'] })
})

test.each<[string, Partial<LambdaEvent>]>([
  ['a body that a middleware has parsed', { body: { type: 'order.paid' } }],
  ['a body that is said to be base64 and is not', { body: '{"type":', isBase64Encoded: true }],
])('%s is refused with the cure', async (_, parsed) => {
  const { receive, errors } = receiver()
  const event = events['API Gateway, format 2.0']!({}, '', false)
  const answer: LambdaAnswer = await receive({ ...event, ...parsed })
  expect(answer.statusCode).toBe(500)
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'body-not-raw' } })
  expect(errors).toMatchObject([{ message: like('In Lambda') }])
})

test('the body that a middleware kept beside the parsed one is used', async () => {
  const { receive, seen } = receiver()
  const delivery = await deliver()
  const rawBody = await delivery.text()
  const event = events['API Gateway, format 2.0']!(Object.fromEntries(delivery.headers), '', false)
  const parsed = { ...event, body: JSON.parse(rawBody) as object, rawBody }
  expect((await receive(parsed)).statusCode).toBe(204)
  expect(seen).toEqual(['order.paid'])
})

test('an event of another method, and one without headers and body, get their answers', async () => {
  const { receive } = receiver()
  const get: LambdaAnswer = await receive({ requestContext: { http: { method: 'GET' } } })
  expect(get).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } })
  const empty: LambdaAnswer = await receive({ httpMethod: 'POST', headers: null, body: null })
  expect(empty.statusCode).toBe(400)
})

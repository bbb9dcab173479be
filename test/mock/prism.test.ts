import { expect, onTestFinished, test } from 'vitest'
import { createBackend, type Answer, type Backend } from '@event-delivery/mock'
import { validateError, validateEvent, validateEventPage } from '../../generated/response-validators'
import { createStaticFace, createValidatingFace } from '../../mock/faces/prism/face'

const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }

const jsonOf = ({ body }: Answer): unknown => JSON.parse(body as string)

function post(path: string, body: string): Request {
  return new Request(`http://127.0.0.1${path}`, { method: 'POST', headers, body })
}

const reader = (request: Request) => async () => new Uint8Array(await request.arrayBuffer())

test('Prism in front finds no fault with the backend, and lets bad requests through to it', async () => {
  const backend = createBackend()
  const warned: string[] = []
  const face = await createValidatingFace(backend, { warn: (line) => warned.push(line) })
  onTestFinished(() => face.close())
  const good = post('/v1/events', '{"type":"order.paid","data":{"order":1}}')
  const created = await face.answer(good, reader(good))
  expect([created.status, validateEvent(jsonOf(created))]).toEqual([201, true])
  expect(warned).toEqual([])

  const bad = post('/v1/events', '{"data":{}}')
  const refused = await face.answer(bad, reader(bad))
  expect([refused.status, validateError(jsonOf(refused))]).toEqual([400, true])
  expect(warned.join()).toMatch(/^POST \/v1\/events 400: request .*type/)
  for (const [fault, cut] of [
    ['reset', 'reset'],
    ['truncated', 'truncated'],
    ['html', undefined],
  ]) {
    const faulty = post('/v1/events', '{"type":"order.paid","data":{}}')
    faulty.headers.set('prefer', `fault=${fault}`)
    const answer = await face.answer(faulty, reader(faulty))
    expect([answer.cut, answer.headers['mock-cut']]).toEqual([cut, undefined])
  }
  for (const path of ['/__mock/dialect', '/v1/events/%E0%A4%A']) {
    const { status } = await face.answer(new Request(`http://127.0.0.1${path}`, { headers }))
    expect(status, path).toBe(path === '/__mock/dialect' ? 200 : 404)
  }
  expect(face.violations).toBe(0)
})

test('an answer that violates the document is logged, counted and marked', async () => {
  const whole = createBackend()
  const broken: Backend = {
    ...whole,
    async answer(request, read) {
      const answer = await whole.answer(request, read)
      return { ...answer, body: (answer.body as string).replace('"hasMore"', '"more"') }
    },
  }
  const warned: string[] = []
  const face = await createValidatingFace(broken, { warn: (line) => warned.push(line) })
  onTestFinished(() => face.close())
  const answer = await face.answer(new Request('http://127.0.0.1/v1/events', { headers }))
  expect([answer.status, face.violations]).toEqual([200, 1])
  expect(answer.headers['sl-violations']).toMatch(/hasMore/)
  expect(warned.join()).toMatch(/GET \/v1\/events 200: response .*hasMore/)
})

test('the static mock answers with the examples of the document, and remembers nothing', async () => {
  const face = await createStaticFace({})
  onTestFinished(() => face.close())
  const list = () => face.answer(new Request('http://127.0.0.1/v1/events', { headers }))
  const before = await list()
  expect(validateEventPage(jsonOf(before))).toBe(true)
  const event = post('/v1/events', '{"type":"order.paid","data":{}}')
  const created = await face.answer(event, reader(event))
  expect([created.status, validateEvent(jsonOf(created))]).toEqual([201, true])
  const insecure = post('/v1/webhooks', '{"url":"http://shop.example/hooks","events":["*"]}')
  const refused = await face.answer(insecure, reader(insecure))
  expect([refused.status, jsonOf(refused)]).toMatchObject([400, { error: { code: 'invalid_request' } }])
  expect((await list()).body).toBe(before.body)
  const head = new Request('http://127.0.0.1/v1/events', { method: 'HEAD', headers })
  expect((await face.answer(head, reader(head))).status).toBe(405)
})

import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'
import { controlDocumentOf, controlFaults } from '../support/control-oracle'

test('the document holds every control route, and no other one', async () => {
  const { control } = createHarness()
  const { paths } = await controlDocumentOf()
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  const { routes } = (await control('GET ')).json
  expect(documented.sort()).toEqual(routes.map((route) => route.replace(/\/$/, '')).sort())
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  expect(operations.filter(({ summary = '', description = '' }) => !description.startsWith(summary))).toEqual(
    [],
  )
})

test('an answer that the document does not describe is found, and so is a field that it does not have', async () => {
  const answer = { status: 200, headers: new Headers({ 'content-type': 'application/json' }) }
  const faults = (body: object, status = 200) =>
    controlFaults('GET', '/__mock/clock?session=a', { ...answer, status, body: JSON.stringify(body) })
  expect(await faults({ now: '2026-11-21T03:00:00.000Z', frozen: true })).toEqual([])
  expect(await faults({ now: '2026-11-21T03:00:00.000Z', frozen: 'yes' })).toHaveLength(1)
  expect(await faults({ now: '2026-11-21T03:00:00.000Z', frozen: true, speed: 2 })).toHaveLength(1)
  expect(await faults({}, 202)).toHaveLength(1)
  expect(await faults({ error: 'gone' }, 404)).toHaveLength(1)
})

const url = 'https://a.example'

test('a wrong query or body is refused by its parameter or field, and acts on nothing', async () => {
  const { control, createEvent, list, received } = createHarness()
  await createEvent()
  for (const [route, body, param, message = ''] of [
    ['POST /reset?sesion=mine', undefined, 'sesion', 'The nearest one is session.'],
    ['GET /attempts/1/signature?reveal=yes', undefined, 'reveal', 'reveal must be true or false.'],
    ['POST /clock/freeze', { now: 1 }, 'now', 'now is no field of the body: it has none.'],
    ['GET /deliveries/next?wait=61', undefined, 'wait', 'wait must be a whole number from 0 to 60.'],
    ['POST /keys', { mode: 'both' }, 'mode', 'mode must be live or test.'],
    ['POST /forwards', { from: url }, 'to', 'to must be a URL.'],
    ['GET /events?limit=0', undefined, 'limit'],
    ['GET /events?limit=1001', undefined, 'limit'],
    ['GET /webhooks?limit=1001', undefined, 'limit'],
    ['GET /events?cursor=1', undefined, 'cursor'],
    ['GET /deliveries?cursor=cur_1', undefined, 'cursor'],
    ['GET /webhooks?cursor=live.x', undefined, 'cursor'],
    ['GET /events?mode=both', undefined, 'mode'],
    ['GET /events?since=yesterday', undefined, 'since'],
    ['GET /deliveries?state=failing', undefined, 'state'],
    ['GET /events?typ=order.paid', undefined, 'typ'],
    ['GET /webhooks?event=evt_1', undefined, 'event'],
    ['GET /deliveries/next?wait=soon', undefined, 'wait'],
    ['GET /deliveries/next?after=-1', undefined, 'after'],
    ['GET /deliveries/next?outcome=ok', undefined, 'outcome'],
    ['GET /deliveries/next?typ=order.paid', undefined, 'typ'],
    ['POST /check', { operation: 'createEvents' }, 'operation'],
    ['POST /check', { text: 1 }, 'text'],
    ['POST /check', { text: '', body: {} }, 'text'],
    ['POST /check', { mode: 'both' }, 'mode'],
    ['POST /check', { bodies: {} }, 'bodies'],
    ['POST /deliveries', {}, 'url'],
    ['POST /deliveries', { url: 'ftp://elsewhere.example' }, 'url'],
    ['POST /deliveries', { url, type: '' }, 'type'],
    ['POST /deliveries', { url, secret: 'short' }, 'secret'],
    ['POST /deliveries', { url, typ: 'a' }, 'typ'],
    ['POST /deliveries/dlv_1/resend', { body: 1 }, 'body'],
    ['POST /deliveries/dlv_1/resend', { bodies: '' }, 'bodies'],
    ['POST /deliveries/dlv_1/resend', { headers: [] }, 'headers'],
    ['POST /deliveries/redeliver', { limit: 0 }, 'limit'],
    ['POST /deliveries/redeliver', { webhook: 1 }, 'webhook'],
    ['POST /deliveries/redeliver', { rate: 0 }, 'rate'],
    ['POST /deliveries/redeliver', { since: 'yesterday' }, 'since'],
    ['POST /deliveries/redeliver', { webhooks: 1 }, 'webhooks'],
  ] as const) {
    const { status, json } = await control(route, body)
    const { code, param: told, message: words } = json.error
    expect([route, status, code, told]).toEqual([route, 400, 'invalid_request', param])
    expect(words).toContain(message)
  }
  expect(received).toEqual([])
  expect(await list('/v1/events')).toHaveLength(1)
})

test('types are made of the document, and nothing in them is any', async () => {
  const types = astToString(await openapiTS(JSON.stringify(await controlDocumentOf())))
  expect(types).not.toMatch(/\bany\b(?=[;\]|,)])/)
  expect(types).toContain('"/__mock/clock/advance"')
})

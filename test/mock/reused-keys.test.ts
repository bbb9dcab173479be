import { expect, test } from 'vitest'
import type { NoticeEntry } from '@event-delivery/mock'
import { createLog } from '../../mock/command/log'
import { createHarness } from '../support/backend'

const notices = async ({ journal }: Pick<ReturnType<typeof createHarness>, 'journal'>) =>
  (await journal<NoticeEntry>()).filter(({ kind }) => kind === 'notice')

test('a key that comes again with another type leaves a notice that names both, in the journal and in the terminal', async () => {
  const lines: string[] = []
  const output = { write: (line: string) => void lines.push(line), takeMissed: () => 0 }
  const log = createLog(output, {
    form: 'text',
    quiet: true,
    successes: false,
    paint: (text: string) => text,
  })
  const harness = createHarness({ onEntry: log.entry })
  const first = await harness.createEvent({ type: 'order.paid', idempotencyKey: 'order-7' })
  const again = await harness.createEvent({ type: 'order.shipped', idempotencyKey: 'order-7' })
  expect(again.json.id).toBe(first.json.id)
  const [notice, ...others] = await notices(harness)
  expect(others).toEqual([])
  expect(notice).toMatchObject({ code: 'idempotency-key-reused' })
  expect(notice!.message).toContain(
    `The idempotency key "order-7" came again with the type "order.shipped", not "order.paid": the answer was the event ${first.json.id}`,
  )
  expect(lines.some((line) => line.includes('order-7') && line.includes(first.json.id))).toBe(true)
})

test('other data under a used key is told too, and a true repetition is not, however its JSON is written', async () => {
  const harness = createHarness()
  const { ask } = harness
  const send = (text: string) => ask('POST', '/v1/events', { text })
  await send('{"type":"a","data":{"x":1,"y":[1.0]},"idempotencyKey":"k"}')
  await send('{"data": {"y": [1], "x": 1}, "type": "a", "idempotencyKey": "k"}')
  expect(await notices(harness)).toEqual([])
  await send('{"type":"a","data":{"x":2,"y":[1]},"idempotencyKey":"k"}')
  expect(await notices(harness)).toMatchObject([
    { message: expect.stringContaining('other data of the type "a"') as string },
  ])
})

test('a dialect that refuses such a request has no notice besides, and a key in it is hidden', async () => {
  const refusing = createHarness({ dialect: { idempotencyMismatch: '409' } })
  await refusing.createEvent({ idempotencyKey: 'k' })
  expect((await refusing.createEvent({ type: 'other', idempotencyKey: 'k' })).status).toBe(409)
  expect(await notices(refusing)).toEqual([])

  const harness = createHarness({ keys: [{ key: 'sk_live_0123456789abcdefghijklmn' }] })
  const key = 'sk_live_0123456789abcdefghijklmn'
  await harness.createEvent({ idempotencyKey: key }, { key })
  await harness.createEvent({ type: 'other', idempotencyKey: key }, { key })
  const [notice] = await notices(harness)
  expect(notice!.message).not.toContain(key)
})

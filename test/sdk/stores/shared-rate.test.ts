import { EventDelivery } from '@event-delivery/sdk'
import { sharedRate } from '@event-delivery/sdk/stores'
import { expect, test, vi } from 'vitest'
import { createBackend } from '@event-delivery/mock'
import { makePool } from './clients'

const backend = createBackend()
const options = {
  apiKey: 'sk_live_mock',
  baseUrl: 'https://api.events.example',
  fetch: (url: string, init: object) => backend.fetch(new Request(url, init)),
}
const input = { type: 'order.paid', data: {} }

test('a client and those that are made of it keep one pace of the shared rate', async ({
  onTestFinished,
}) => {
  const pool = await makePool(onTestFinished)
  const schema = `rate_${crypto.randomUUID().replaceAll('-', '')}`
  const rate = sharedRate(pool, { key: 'shop', perSecond: 1000, schema })
  await rate.migrate()
  onTestFinished(async () => void (await pool.query(`drop schema "${schema}" cascade`)))
  const makePace = vi.spyOn(rate, 'createPace')
  const client = new EventDelivery({ ...options, rate })
  await client.events.create(input)
  await client.withOptions({ timeout: 5000 }).events.create(input)
  expect(makePace).toHaveBeenCalledTimes(1)
  await client.withOptions({ rate: 10 }).events.create(input)
  const { rows } = await pool.query<{ count: string }>(`select count(*) from "${schema}".process`)
  expect(rows).toEqual([{ count: '1' }])
})

test('calls go on where the tables are missing, and the log says why', async ({ onTestFinished }) => {
  const lines: unknown[][] = []
  const warn = (...line: unknown[]) => void lines.push(line)
  const logger = { debug() {}, info() {}, warn, error: warn }
  const rate = sharedRate(await makePool(onTestFinished), { key: 'shop', perSecond: 1000, schema: 'missing' })
  const client = new EventDelivery({ ...options, rate, logger })
  for (let call = 0; call < 3; call++) await client.events.create(input)
  expect(lines).toEqual([
    [
      expect.stringContaining('cannot be asked'),
      expect.objectContaining({ error: expect.stringContaining('does not exist') as unknown }),
    ],
  ])
})

test('options that cannot be right are refused by their names, and a key is not quoted', () => {
  const redis = { evalsha: async () => '', eval: async () => '' }
  const right = { key: 'shop', perSecond: 10 }
  const refusals: [() => unknown, string][] = [
    [() => sharedRate(redis, { ...right, key: '' }), 'key'],
    [() => sharedRate(redis, { ...right, key: 'sk_live_1234' }), 'key'],
    [() => sharedRate(redis, { ...right, perSecond: 0 }), 'perSecond'],
    [() => sharedRate(redis, { ...right, perSecond: Infinity }), 'perSecond'],
    [() => sharedRate(redis, { ...right, processes: 0 }), 'processes'],
    [() => sharedRate(redis, { ...right, schema: '' }), 'schema'],
    [() => sharedRate({} as never, right), 'client'],
    [() => new EventDelivery({ ...options, rate: {} as never }), 'rate'],
  ]
  for (const [make, param] of refusals) {
    expect(make).toThrow(
      expect.objectContaining({ param, message: expect.not.stringContaining('1234') as unknown }),
    )
  }
})

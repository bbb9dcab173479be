import { afterAll, expect, test } from 'vitest'
import { createRandom, type Store } from '@event-delivery/mock'
import type { PostgresStore } from '@event-delivery/mock/postgres'
import { createHarness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { makeDatabase } from '../../support/postgres'
import { storesIn } from '../../support/postgres-store'

const random = createRandom()
const stores = storesIn(await makeDatabase(afterAll))

/** A promise that a test resolves. */
function makeGate() {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

/** Makes a backend, and waits until its store is open. */
async function begin(store: Store) {
  const harness = createHarness({ store, random })
  await harness.backend.ready()
  return harness
}

const kindsOf = ({ backend }: Awaited<ReturnType<typeof begin>>) =>
  backend.faults.list().map(({ kind }) => kind)

test('a process that planted the data, and is slow to go on, takes back nothing that others set meanwhile', async () => {
  const store = stores.makeStore()
  const planted = makeGate()
  const goesOn = makeGate()
  const slow: PostgresStore = {
    ...store,
    async open(opening) {
      const result = await store.open(opening)
      planted.open()
      await goesOn.passed
      return result
    },
  }
  const planter = createHarness({ store: slow, random, faults: [{ kind: 'html', probability: 0 }] })
  const ready = planter.backend.ready()
  await planted.passed
  const other = await begin(stores.another(store))
  expect(kindsOf(other)).toEqual(['html'])
  await other.control('POST /faults', { kind: 'reset', probability: 0 })
  await other.control('POST /clock/advance', { hours: 25 })
  goesOn.open()
  expect(await ready).toBe(true)
  expect(kindsOf(planter)).toEqual(['html', 'reset'])
  expect(planter.clock.now()).toBe(other.clock.now())
  const third = await begin(stores.another(store))
  expect([kindsOf(third), third.clock.now()]).toEqual([['html', 'reset'], other.clock.now()])
})

test('the time of a seed is planted with its data, so that each process begins with it', async () => {
  const store = stores.makeStore()
  const now = '2027-01-01T00:00:00.000Z'
  const planter = createHarness({ store, random, seed: { now } })
  await planter.backend.ready()
  const other = await begin(stores.another(store))
  expect([planter.clock.now(), other.clock.now()]).toEqual([Date.parse(now), Date.parse(now)])
})

test('a clock that was moved last of all is written before the store is closed', async () => {
  const store = stores.makeStore()
  const other = stores.another(store)
  const { sharing } = store
  const ends: string[] = []
  const change: NonNullable<typeof sharing>['change'] = async (...given) => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    return sharing!.change(...given).finally(() => ends.push('written'))
  }
  const slow: PostgresStore = {
    ...{ ...store, sharing: { ...sharing!, change } },
    async close() {
      ends.push('closed')
      await store.close()
    },
  }
  const { backend, clock } = await begin(slow)
  ends.splice(0)
  await clock.advance(3_600_000)
  await backend.close()
  expect(ends).toEqual(['written', 'closed'])
  expect((await begin(other)).clock.now()).toBe(clock.now())
})

test('processes that add, remove and draw from faults at once have the same faults in the end, and so has the store', async () => {
  const store = stores.makeStore()
  // Whoever reads a setting late has to find out that it was changed meanwhile.
  const late = <S extends PostgresStore>(made: S): S => {
    const { sharing } = made
    const read = async (name: string) => {
      const text = await sharing?.read(name)
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      return text
    }
    return { ...made, sharing: sharing && { ...sharing, read } }
  }
  const one = await begin(late(store))
  const other = await begin(late(stores.another(store)))
  const left: string[] = []
  async function change({ call, control }: typeof one, kind: string) {
    for (let round = 0; round < 8; round++) {
      const body = { kind: 'status', status: 503, times: 1 }
      const [kept, dropped] = await Promise.all([
        control('POST /faults', { kind, probability: 0 }),
        control('POST /faults', { kind, probability: 0 }),
        control('POST /faults', body),
      ])
      left.push(kept.json.id)
      const [deleted] = await Promise.all([
        control(`DELETE /faults/${dropped.json.id}`),
        call('GET', '/v1/events'),
      ])
      expect(deleted.status).toBe(200)
    }
  }
  await Promise.all([change(one, 'html'), change(other, 'reset')])
  const third = await begin(stores.another(store))
  // A fault that may affect one is spent by as many requests, of whichever process.
  while (third.backend.faults.list().length > left.length) await third.call('GET', '/v1/events')
  for (const { backend } of [third, one, other]) {
    const idsOf = () => backend.faults.list().map(({ id }) => id)
    await eventually(() => expect(idsOf().sort()).toEqual([...left].sort()))
  }
})

test('faults that two processes add and remove at once are all added and removed, with an id each', async () => {
  const store = stores.makeStore()
  const [one, other] = [await begin(store), await begin(stores.another(store))]
  const first = one.backend.faults.add({ kind: 'html', probability: 0 })
  await eventually(() => expect(kindsOf(other)).toEqual(['html']))
  const replies = await Promise.all([
    ...[one, other, one, other].map(({ control }) =>
      control('POST /faults', { kind: 'reset', probability: 0 }),
    ),
    other.control(`DELETE /faults/${first.id}`),
  ])
  const ids = replies.slice(0, 4).map(({ json }) => json.id)
  expect(new Set(ids).size).toBe(4)
  for (const { backend } of [one, other]) {
    const idsOf = () => backend.faults.list().map(({ id }) => id)
    await eventually(() => expect(idsOf().sort()).toEqual([...ids].sort()))
  }
})

test('a fault that is added while requests draw from another stays', async () => {
  const store = stores.makeStore()
  const one = await begin(store)
  one.backend.faults.add({ kind: 'html', probability: 0 })
  for (let round = 0; round < 5; round++) {
    const asked = Array.from({ length: 4 }, () => one.call('GET', '/v1/events'))
    one.backend.faults.add({ kind: 'reset', probability: 0 })
    await Promise.all(asked)
  }
  expect(kindsOf(one)).toHaveLength(6)
  const other = await begin(stores.another(store))
  expect(kindsOf(other)).toHaveLength(6)
})

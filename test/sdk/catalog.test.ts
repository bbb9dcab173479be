import {
  type Event,
  EventDelivery,
  type ListedEvent,
  type StandardSchema,
  type UnknownEvent,
} from '@event-delivery/sdk'
import { answer, scriptedFetch, signedRequest, createFakeClock, hang } from '@event-delivery/sdk/testing'
import { createReceiver, unwrap } from '@event-delivery/sdk/webhooks'
import { expect, expectTypeOf, test } from 'vitest'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'
import { apiKey, baseUrl, clientOf, rejection, schemaOf, stored, created, input } from './client'
import { secret } from './deliveries'

interface Paid {
  order: number
}

interface Shop {
  'order.paid': Paid
  'order.shipped': { parcel: string }
}

/** A validator that takes `order` as text and returns it as a number. */
const paidSchema: StandardSchema<{ order: string }, { order: number }> = schemaOf(async (value) => {
  const { order } = value as { order: unknown }
  return typeof order === 'string' && /^\d+$/.test(order)
    ? { value: { order: Number(order) } }
    : { issues: [{ message: 'must be digits', path: ['order'] }] }
})

const catalog = { 'order.paid': paidSchema }

test('without a catalog any type and any object is an event', async () => {
  const { client } = clientOf(scriptedFetch(created, answer(200, { data: [stored], hasMore: false })))
  const paid: Paid = { order: 1 }
  const event = await client.events.create({ type: 'order.paid', data: paid })
  expectTypeOf(event.data).toEqualTypeOf<Record<string, unknown>>()
  const { data } = await client.events.list()
  expectTypeOf(data[0]).toEqualTypeOf<Event | undefined>()
})

test('an interface types what is created, and leaves unknown types representable in what is listed', async () => {
  const fetch = scriptedFetch(created, answer(200, { data: [stored], hasMore: false }))
  const client = new EventDelivery<Shop>({ apiKey, baseUrl, fetch })
  const event = await client.events.create({ type: 'order.paid', data: { order: 1 } })
  expectTypeOf(event).toEqualTypeOf<Event<'order.paid', Paid>>()
  const wrong = () => {
    // @ts-expect-error: the payload of another type
    void client.events.create({ type: 'order.shipped', data: { order: 1 } })
    // @ts-expect-error: a type that the catalog does not list
    void client.events.create({ type: 'order.payed', data: { order: 1 } })
    // @ts-expect-error: a bulk of the wrong payload
    void client.events.createAll([{ type: 'order.paid' as const, data: { order: '1' } }])
  }
  expectTypeOf(wrong).toBeFunction()
  for await (const item of client.events.list()) {
    expectTypeOf(item).toEqualTypeOf<
      Event<'order.paid', Paid> | Event<'order.shipped', { parcel: string }> | UnknownEvent
    >()
    if (item.type === 'order.paid') expectTypeOf(item.data).toEqualTypeOf<Paid>()
    else if (item.type === 'order.shipped') expectTypeOf(item.data).toEqualTypeOf<{ parcel: string }>()
    else {
      expectTypeOf(item).toEqualTypeOf<UnknownEvent>()
      expectTypeOf(item.type).toExtend<string>()
    }
  }
})

test('a type that the catalog does not list is compared as a string, and the others still narrow the event', () => {
  const read = (event: ListedEvent<Shop>): unknown => {
    if (String(event.type) === 'order.lost') return (event as UnknownEvent).data['parcel']
    if (event.type !== 'order.paid') {
      switch (event.type) {
        case 'order.shipped':
          expectTypeOf(event).toEqualTypeOf<Event<'order.shipped', { parcel: string }>>()
          return event.data.parcel
        default:
          expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
          return String(event.type) === 'order.found' ? event.data['found'] : event.data['anything']
      }
    }
    const paid: Event<'order.paid', Paid> = event
    return paid.data.order
  }
  const events = [
    { ...stored, type: 'order.lost', data: { parcel: 'p' } },
    { ...stored, type: 'order.paid', data: { order: 7 } },
    { ...stored, type: 'order.shipped', data: { parcel: 'q' } },
    { ...stored, type: 'order.found', data: { found: 'f' } },
    { ...stored, type: 'order.other', data: { anything: 'a' } },
  ] as ListedEvent<Shop>[]
  expect(events.map(read)).toEqual(['p', 7, 'q', 'f', 'a'])
})

test('a bulk is typed by the catalog', async () => {
  const client = new EventDelivery<Shop>({ apiKey, baseUrl, fetch: scriptedFetch(created) })
  for await (const result of client.events.createAll([{ type: 'order.paid' as const, data: { order: 1 } }])) {
    if (result.error) throw result.error
    expectTypeOf(result.event).toEqualTypeOf<Event<'order.paid', Paid>>()
    expectTypeOf(result.input.data).toEqualTypeOf<{ order: number }>()
  }
})

test('unwrap tells a genuine delivery with a wrong payload from one that is not genuine', async () => {
  const wrong = await signedRequest({ secret, event: { type: 'order.paid', data: { order: 'x' } } })
  expect(await rejection(unwrap(wrong, { secret, catalog }))).toMatchObject({
    name: 'EventDataError',
    eventType: 'order.paid',
    issues: [{ message: 'must be digits' }],
  })
})

test('a receiver types its handlers by the catalog', async () => {
  const seen: unknown[] = []
  const receive = createReceiver({
    secret,
    catalog,
    on: {
      'order.paid': ({ data }) => {
        expectTypeOf(data).toEqualTypeOf<{ order: number }>()
        seen.push(data.order)
      },
    },
    otherwise: (event) => void seen.push(event.type),
  })
  await receive(await signedRequest({ secret, id: 'a', event: { type: 'order.paid', data: { order: '7' } } }))
  await receive(await signedRequest({ secret, id: 'b', event: { type: 'x' } }))
  const wrong = { type: 'order.paid', data: { order: 'x' } }
  const refused = await receive(await signedRequest({ secret, id: 'c', event: wrong }))
  expect(seen).toEqual([7, 'x'])
  expect(refused.status).toBe(500)
  const untyped = () =>
    createReceiver<Shop>({
      secret,
      on: {
        'order.paid': ({ data }) => expectTypeOf(data).toEqualTypeOf<Paid>(),
        // @ts-expect-error: a type that the catalog does not list
        'order.payed': () => {},
      },
      otherwise: () => {},
    })
  expectTypeOf(untyped).toBeFunction()
})

test('a receiver without otherwise does not compile', () => {
  // @ts-expect-error: events of other types must go somewhere
  expectTypeOf(() => createReceiver({ secret })).toBeFunction()
})

test('a type with the name of a member of every object is an unknown type', async () => {
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { catalog: {} })
  await client.events.create({ type: 'constructor', data: {} })
  expect(fetch.requests).toHaveLength(1)
})

const catalogOf = (validate: () => unknown) => ({
  'order.paid': schemaOf(validate as () => { value: unknown }),
})

test('the deadline ends a validator that never answers', async () => {
  const clock = createFakeClock()
  const fetch = scriptedFetch(created)
  const { client } = clientOf(fetch, { clock, catalog: catalogOf(() => new Promise(() => {})) })
  const call = rejection(client.events.create(input, { deadline: 2000, idempotencyKey: 'k1' }))
  await clock.advance(2000)
  expect(await call).toMatchObject({ name: 'TimeoutError', outcome: 'not-sent', idempotencyKey: 'k1' })
  expect(fetch.requests).toHaveLength(0)
  expect(clock.pending).toBe(0)
})

test('the signal ends a validator that never answers', async () => {
  const clock = createFakeClock()
  const abort = new AbortController()
  const catalog = catalogOf(() => new Promise(() => {}))
  const { client } = clientOf(scriptedFetch(created), { clock, catalog })
  const call = rejection(client.events.create(input, { signal: abort.signal }))
  abort.abort('enough')
  expect(await call).toMatchObject({ name: 'AbortError', outcome: 'not-sent' })
})

test('what a validator takes is taken from the deadline of the call', async () => {
  const clock = createFakeClock()
  const began = clock.monotonic()
  const slow = () => new Promise((resolve) => clock.schedule(() => resolve({ value: {} }), 1500))
  const { client } = clientOf(scriptedFetch(hang()), { clock, catalog: catalogOf(slow) })
  let endedAt: number | undefined
  const call = rejection(client.events.create(input, { deadline: 2000 })).finally(
    () => (endedAt = clock.monotonic()),
  )
  await clock.advance(5000)
  expect(await call).toMatchObject({ name: 'TimeoutError', attempts: [{ durationMs: 500 }] })
  expect(endedAt).toBe(began + 2000)
})

test('a validator that throws fails the call, and not the process', async () => {
  const broken = () => {
    throw new Error('broken schema')
  }
  const { client } = clientOf(scriptedFetch(created), { catalog: catalogOf(broken) })
  expect(await rejection(client.events.create(input))).toMatchObject({ message: 'broken schema' })
})

const zod = {
  'order.paid': z.object({
    order: z.object({ id: z.int(), at: z.string().transform((text) => new Date(text)) }),
  }),
}

const valibot = {
  'order.paid': v.object({
    order: v.object({
      id: v.pipe(v.number(), v.integer()),
      at: v.pipe(
        v.string(),
        v.transform((text) => new Date(text)),
      ),
    }),
  }),
}

const arktype = { 'order.paid': type({ order: { id: 'number.integer', at: 'string.date.parse' } }) }
const at = '2026-11-21T03:00:00.000Z'

function check<Catalog extends typeof zod | typeof valibot | typeof arktype>(name: string, catalog: Catalog) {
  test(`a validator of ${name} names the path of a fault, and its output reaches the receiver`, async () => {
    const fetch = scriptedFetch(created)
    const client = new EventDelivery<Catalog>({ apiKey, baseUrl, fetch, catalog })
    const create = (id: unknown) =>
      (client as unknown as EventDelivery).events.create({ type: 'order.paid', data: { order: { id, at } } })
    expect(await rejection(create('x'))).toMatchObject({ param: 'data.order.id', outcome: 'not-sent' })
    expect(fetch.requests).toHaveLength(0)
    await create(7)
    expect(JSON.parse(fetch.requests[0]?.body ?? '')).toMatchObject({ data: { order: { id: 7, at } } })

    const event = { type: 'order.paid', data: { order: { id: 7, at } } }
    const delivery = await signedRequest({ secret, event })
    expect((await unwrap(delivery, { secret, catalog })).data).toEqual({ order: { id: 7, at: new Date(at) } })
  })
}

check('zod', zod)
check('valibot', valibot)
check('arktype', arktype)

test('the input and the output of each validator are typed', () => {
  const options = { apiKey, baseUrl }
  const _clients = {
    zod: new EventDelivery({ ...options, catalog: zod }),
    valibot: new EventDelivery({ ...options, catalog: valibot }),
    arktype: new EventDelivery({ ...options, catalog: arktype }),
  }
  type Order = { order: { id: number; at: string } }
  expectTypeOf<Parameters<typeof _clients.zod.events.create>[0]['data']>().toEqualTypeOf<Order>()
  expectTypeOf<Parameters<typeof _clients.valibot.events.create>[0]['data']>().toEqualTypeOf<Order>()
  expectTypeOf<Parameters<typeof _clients.arktype.events.create>[0]['data']>().toEqualTypeOf<Order>()

  const received = async () => {
    const delivery = new Request('https://a.example')
    const events = [
      await unwrap(delivery, { secret, catalog: zod }),
      await unwrap(delivery, { secret, catalog: valibot }),
      await unwrap(delivery, { secret, catalog: arktype }),
    ]
    for (const event of events)
      if (event.type === 'order.paid') expectTypeOf(event.data.order.at).toEqualTypeOf<Date>()
  }
  expectTypeOf(received).toBeFunction()
})

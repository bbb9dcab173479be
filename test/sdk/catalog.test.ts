import {
  type Event,
  EventDelivery,
  type ListedEvent,
  type StandardSchema,
  type UnknownEvent,
} from '@event-delivery/sdk'
import { answer, scriptedFetch, signedRequest } from '@event-delivery/sdk/testing'
import { createReceiver, unwrap } from '@event-delivery/sdk/webhooks'
import { expect, expectTypeOf, test } from 'vitest'
import { clientOf, rejection, stored } from './client'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

interface Paid {
  order: number
}
interface Shop {
  'order.paid': Paid
  'order.shipped': { parcel: string }
}

/** A validator that takes `order` as text and returns it as a number. */
const paidSchema: StandardSchema<{ order: string }, { order: number }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    async validate(value) {
      const { order } = value as { order: unknown }
      return typeof order === 'string' && /^\d+$/.test(order)
        ? { value: { order: Number(order) } }
        : { issues: [{ message: 'must be digits', path: ['order'] }] }
    },
  },
}
const catalog = { 'order.paid': paidSchema }

test('without a catalog any type and any object is an event', async () => {
  const { client } = clientOf(
    scriptedFetch(answer(201, stored), answer(200, { data: [stored], hasMore: false })),
  )
  const data: Paid = { order: 1 }
  const event = await client.events.create({ type: 'order.paid', data })
  expectTypeOf(event.data).toEqualTypeOf<Record<string, unknown>>()
  expectTypeOf(await client.events.list().then(({ data: [first] }) => first)).toEqualTypeOf<
    Event | undefined
  >()
})

test('an interface types what is created, and leaves unknown types representable in what is listed', async () => {
  const fetch = scriptedFetch(answer(201, stored), answer(200, { data: [stored], hasMore: false }))
  const client = new EventDelivery<Shop>({ apiKey: 'sk_live_1', baseUrl: 'https://a.example', fetch })
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
  const fetch = scriptedFetch(answer(201, stored))
  const client = new EventDelivery<Shop>({ apiKey: 'sk_live_1', baseUrl: 'https://a.example', fetch })
  for await (const result of client.events.createAll([{ type: 'order.paid' as const, data: { order: 1 } }])) {
    if (result.error) throw result.error
    expectTypeOf(result.event).toEqualTypeOf<Event<'order.paid', Paid>>()
    expectTypeOf(result.input.data).toEqualTypeOf<{ order: number }>()
  }
})

test('a validator refuses a payload before it is sent, by the name of the field, and sends the payload as it was given', async () => {
  const fetch = scriptedFetch(answer(201, { ...stored, data: { order: '7' } }))
  const client = new EventDelivery({ apiKey: 'sk_live_1', baseUrl: 'https://a.example', fetch, catalog })
  expect(await rejection(client.events.create({ type: 'order.paid', data: { order: 'x' } }))).toMatchObject({
    name: 'InvalidRequestError',
    param: 'data.order',
    message: 'data.order must be digits',
    outcome: 'not-sent',
  })
  expect(fetch.requests).toHaveLength(0)
  const event = await client.events.create({ type: 'order.paid', data: { order: '7' } })
  expectTypeOf(event.data).toEqualTypeOf<{ order: string }>()
  expect(JSON.parse(fetch.requests[0]?.body ?? '')).toMatchObject({ data: { order: '7' } })
})

test('unwrap returns the payload that the validator returned, and an event of an unknown type unchanged', async () => {
  const paid = await signedRequest({ secret, event: { type: 'order.paid', data: { order: '7' } } })
  const event = await unwrap(paid, { secret, catalog })
  if (event.type === 'order.paid') expectTypeOf(event.data).toEqualTypeOf<{ order: number }>()
  expect(event.data).toEqual({ order: 7 })
  const other = await unwrap(await signedRequest({ secret, event: { type: 'x', data: { a: 1 } } }), {
    secret,
    catalog,
  })
  expect(other).toMatchObject({ type: 'x', data: { a: 1 } })
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
  const refused = await receive(
    await signedRequest({ secret, id: 'c', event: { type: 'order.paid', data: { order: 'x' } } }),
  )
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
  const fetch = scriptedFetch(answer(201, stored))
  const { client } = clientOf(fetch, { catalog: {} })
  await client.events.create({ type: 'constructor', data: {} })
  expect(fetch.requests).toHaveLength(1)
})

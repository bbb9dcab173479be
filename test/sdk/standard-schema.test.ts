import { EventDelivery } from '@event-delivery/sdk'
import { answer, scriptedFetch, signedRequest } from '@event-delivery/sdk/testing'
import { unwrap } from '@event-delivery/sdk/webhooks'
import { type } from 'arktype'
import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { rejection, stored } from './client'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

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
    const fetch = scriptedFetch(answer(201, stored))
    const client = new EventDelivery<Catalog>({
      apiKey: 'sk_live_1',
      baseUrl: 'https://a.example',
      fetch,
      catalog,
    })
    const create = (id: unknown) =>
      (client as unknown as EventDelivery).events.create({ type: 'order.paid', data: { order: { id, at } } })
    expect(await rejection(create('x'))).toMatchObject({ param: 'data.order.id', outcome: 'not-sent' })
    expect(fetch.requests).toHaveLength(0)
    await create(7)
    expect(JSON.parse(fetch.requests[0]?.body ?? '')).toMatchObject({ data: { order: { id: 7, at } } })

    const delivery = await signedRequest({
      secret,
      event: { type: 'order.paid', data: { order: { id: 7, at } } },
    })
    expect((await unwrap(delivery, { secret, catalog })).data).toEqual({ order: { id: 7, at: new Date(at) } })
  })
}

check('zod', zod)
check('valibot', valibot)
check('arktype', arktype)

test('the input and the output of each validator are typed', () => {
  const options = { apiKey: 'sk_live_1', baseUrl: 'https://a.example' }
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

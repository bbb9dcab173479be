// Makes the same call by several clients, 16 at a time, against one server.
import { EventDelivery } from '@event-delivery/sdk'
import createClient from 'openapi-fetch'
import { Svix } from 'svix'
import type { paths } from '../../../../generated/types'
import { interleaveBy, timed } from '../benchmark'

const [baseUrl = ''] = process.argv.slice(2)
const calls = 800
const apiKey = 'sk_live_mock'
const input = { type: 'order.paid', data: { order: 1042 } }

const client = new EventDelivery({ apiKey, baseUrl })
const typed = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } })
const svix = new Svix(apiKey, { serverUrl: baseUrl })

const contenders: Record<string, () => Promise<unknown>> = {
  SDK: () => client.events.create(input),
  async 'bare fetch'() {
    const response = await fetch(`${baseUrl}/v1/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(input),
    })
    return (await response.json()) as unknown
  },
  // openapi-fetch types a body with free fields too narrowly.
  'openapi-fetch': () => typed.POST('/v1/events', { body: input as never }),
  svix: () => svix.message.create('app', { eventType: input.type, payload: input.data }),
}

const perSecond = async (call: () => Promise<unknown>) => calls / ((await timed(calls, 16, call)) / 1_000)

await interleaveBy(contenders, 1, perSecond)
process.stdout.write(JSON.stringify(await interleaveBy(contenders, 7, perSecond)))

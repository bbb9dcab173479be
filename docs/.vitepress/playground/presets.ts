import type { BackendOptions } from '@event-delivery/mock'

/** A program that the playground offers, and how the mock behaves while it runs. */
export interface Preset {
  title: string
  /** The sentence above the program. It tells what the program prints and which deliveries follow. */
  says: string
  code: string
  backend?: BackendOptions
}

const client = (options = '') => `import { EventDelivery } from '@event-delivery/sdk'

const client = new EventDelivery({
  apiKey: 'sk_live_mock',
  baseUrl: 'https://api.events.example',
  fetch, // reaches the mock in this page
  dangerouslyAllowBrowser: true, // only the mock knows this key${options}
})
`

export const presets: readonly Preset[] = [
  {
    title: 'Send',
    says: 'The event is created, and its signed delivery is verified by the receiver.',
    code: `${client()}
const event = await client.events.create({ type: 'order.paid', data: { order: 1042 } })
console.log('created', event.id)
`,
  },
  {
    title: 'Retry after a 503',
    says: 'The first request is answered with 503. The SDK sends it again, with the same idempotency key.',
    backend: { faults: [{ kind: 'status', status: 503, operation: 'createEvent', times: 1 }] },
    code: `${client()}
const sent = await client.events.create({ type: 'order.paid', data: { order: 1042 } }).withResponse()
console.log('created', sent.data.id, 'in', sent.attempts.length, 'attempts')
`,
  },
  {
    title: 'Duplicates',
    says: 'Two calls with one key make one event. Its delivery comes twice, and is handled once.',
    backend: { faults: [{ kind: 'duplicate', times: 1 }] },
    code: `${client()}
const input = { type: 'order.paid', data: { order: 1042 } }
const first = await client.events.create(input, { idempotencyKey: 'order-1042-paid' })
const second = await client.events.create(input, { idempotencyKey: 'order-1042-paid' })
console.log('the same event:', first.id === second.id)
`,
  },
  {
    title: 'Wrong signature',
    says: 'The receiver refuses a delivery that is signed wrongly. The mock sends it again some seconds later, signed as it should be.',
    backend: { faults: [{ kind: 'wrong-signature', times: 1 }] },
    code: `${client()}
const event = await client.events.create({ type: 'order.paid', data: { order: 1042 } })
console.log('created', event.id)
`,
  },
  {
    title: 'Page through',
    says: 'The loop asks for page after page, until it has met each of the 45 events.',
    code: `${client()}
for await (const sent of client.events.createAll(
  Array.from({ length: 45 }, (_, order) => ({ type: 'order.paid', data: { order } })),
)) {
  if (sent.error) console.log(sent.error.message)
}
const first = await client.events.list({ limit: 20 })
console.log('first page:', first.data.length, 'more:', first.hasMore)
let count = 0
for await (const event of client.events.list({ limit: 20 })) count += 1
console.log('all pages:', count)
`,
  },
  {
    title: 'Rate limit',
    says: 'The mock permits five requests a second and refuses the others with 429. The SDK waits, and every event is created once.',
    backend: { plan: 'enterprise:5' },
    code: `${client(`
  hooks: { retry: ({ error }) => console.log('again, because of:', error) },`)}
const orders = Array.from({ length: 12 }, (_, order) => ({ type: 'order.paid', data: { order } }))
const created = await Promise.all(orders.map((order) => client.events.create(order)))
console.log('created', new Set(created.map(({ id }) => id)).size)
`,
  },
]

import { refuse, scriptedFetch } from '@event-delivery/sdk/testing'
import { clientOf, created, input } from '../client'
import { type Case, type Use, after, createEvent, refusing } from './case'

/** A call that is refused before anything is sent. `wrong` is whatever a JavaScript caller may give. */
const given = (use: (client: Parameters<Use>[0], wrong: never) => unknown, wrong: unknown): Case =>
  after(created, (client) => use(client, wrong as never))

const create = ({ events }: Parameters<Use>[0], wrong: never) => events.create(wrong)
const data = (value: unknown) => given(create, { type: 'order.paid', data: value })
const retrieve = (id: unknown) => given(({ events }, wrong) => events.retrieve(wrong), id)

const webhook = (fields: object) =>
  given(({ webhooks }, wrong) => webhooks.create(wrong), {
    url: 'https://a.example',
    events: ['*'],
    ...fields,
  })

const key = (idempotencyKey: unknown) =>
  given(({ events }, wrong) => events.create(input, { idempotencyKey: wrong }), idempotencyKey)

const circle: Record<string, unknown> = { order: 1042 }
circle['self'] = circle

const endless = {
  get self(): object {
    return this
  },
}

function* broken() {
  yield input
  throw new Error('the file is broken')
}

/** Arguments that are refused before anything is sent, and bulks that end early. */
export const callArguments: Record<string, Case> = {
  'an id that is undefined': retrieve(undefined),
  'an id that is empty': retrieve(''),
  'an id that leads to another path': retrieve('../keys'),
  'an id that is an event': retrieve({ id: 'evt_1' }),
  'an event that is undefined': given(create, undefined),
  'an event without a type': given(create, { data: {} }),
  'data that is undefined': data(undefined),
  'data that is a function': data(() => {}),
  'data with a NaN': data({ order: { total: Number.NaN } }),
  'data with a function': data({ order: { total: () => 1042 } }),
  'data with a symbol in a list': data({ tags: ['a', Symbol('b')] }),
  'data with undefined in a list': data({ tags: ['a', undefined] }),
  'data with a date without a time': data({ at: new Date(Number.NaN) }),
  'data with a bigint': data({ order: { total: 1042n } }),
  'data that is circular': data(circle),
  'data that is a Map': data(new Map([['order', 1042]])),
  'data with a Set': data({ items: [{ tags: new Set(['a']) }] }),
  'data with a Map in a list': data({ orders: [{}, new Map([['a', 1]])] }),
  'data with an error': data({ cause: new Error('lost') }),
  'data with a getter of itself': data(endless),
  'data that is a promise': data(Promise.resolve({ order: 1042 })),
  'data whose toJSON throws': data({ toJSON: () => { throw new Error('broken') } }), // prettier-ignore
  'data that the catalog refuses': after(created, createEvent, { catalog: { 'order.paid': refusing } }),
  'an idempotency key of 300 characters': key('k'.repeat(300)),
  'an idempotency key that is null': key(null),
  'an idempotency key with a line end': key('order-1042\n'),
  'a webhook of plain http': webhook({ url: 'http://shop.example/hooks' }),
  'a webhook without a host': webhook({ url: 'https://' }),
  'a webhook without a URL': webhook({ url: undefined }),
  'a webhook without event types': webhook({ events: [] }),
  'a webhook whose description is a bigint': webhook({ description: 1n }),
  'a webhook whose event types are text': webhook({ events: '*' }),
  'a key whose name is a bigint': given(({ keys }, wrong) => keys.create({ name: wrong, scopes: ['events:read'], expiresAt: '' }), 1n), // prettier-ignore
  'a key without a name': given(({ keys }, wrong) => keys.create(wrong), {}),
  'an array without a limit': given(({ events }, wrong) => events.list().toArray(wrong), {}),
  'a header that swaps name and value': given(({ events }, headers) => events.create(input, { headers }), { 'Bearer sk_live_1': 'authorization' }), // prettier-ignore
  'a wrong header among others': given(({ events }, headers) => events.create(input, { headers }), { 'x-fine': '1', 'X-Wrong': 'va\nlue', 'x-other': undefined }), // prettier-ignore
  'a maxRetries of a call': given(({ events }, wrong) => events.create(input, { maxRetries: wrong }), -1),
  'a deadline of a call': given(({ events }, wrong) => events.create(input, { deadline: wrong }), 0),
  'a negative timeout of a call': given(({ events }, wrong) => events.create(input, { timeout: wrong }), -1),
  'a timeout of a call': given(({ events }, wrong) => events.create(input, { timeout: wrong }), Number.NaN),
  'a signal that is its controller': given(({ events }, signal) => events.create(input, { signal }), new AbortController()), // prettier-ignore
  'a bulk whose signal is its controller': given(({ events }, signal) => events.createAll([input], { signal }).summary(), new AbortController()), // prettier-ignore
  'a direct call without its path parameter': given(({ http }, wrong) => http.GET('/v1/events/{id}', wrong), {}), // prettier-ignore
  'a bulk of nothing': given(({ events }, wrong) => events.createAll(wrong).summary(), undefined),
  'a bulk with no rate': given(({ events }, wrong) => events.createAll([], { rate: wrong }).summary(), 0),
  'a bulk with a rate of NaN': given(({ events }, wrong) => events.createAll([], { rate: wrong }).summary(), Number.NaN), // prettier-ignore
  'a bulk with no concurrency': given(({ events }, wrong) => events.createAll([], { concurrency: wrong }).summary(), 0), // prettier-ignore
  'a bulk whose key is refused': after(refuse(401, 'unauthorized', 'No such key.'), ({ events }) =>
    events.createAll([input, input], { concurrency: 1 }).summary(),
  ),
  'a bulk whose source breaks': () =>
    clientOf(scriptedFetch(created)).client.events.createAll(broken()).summary(),
}

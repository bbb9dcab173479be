import { EventDelivery } from '@event-delivery/sdk'
import { apiKey, baseUrl } from '../client'
import type { Case } from './case'

const make =
  (options: object): Case =>
  () =>
    new EventDelivery({ apiKey, baseUrl, ...options })

const inPage =
  (options: object): Case =>
  () => {
    Object.assign(globalThis, { window: { document: {} } })
    try {
      make(options)()
    } finally {
      Reflect.deleteProperty(globalThis, 'window')
    }
  }

/** Clients that cannot be made. */
export const options: Record<string, Case> = {
  'no key': make({ apiKey: undefined }),
  'an empty key': make({ apiKey: '' }),
  'a key with a line end': make({ apiKey: 'sk_live_4711\n' }),
  'a key with a zero byte': make({ apiKey: 'sk_live_ab\0cdef' }),
  'a key with Bearer': make({ apiKey: 'Bearer sk_live_4711' }),
  'a secret in place of a key': make({ apiKey: 'whsec_4711' }),
  'a key with a letter that is not ASCII': make({ apiKey: 'sk_live_ä' }),
  'a key that is a promise': make({ apiKey: Promise.resolve('sk_live_1') }),
  'no base URL': make({ baseUrl: undefined }),
  'a base URL without a scheme': make({ baseUrl: 'events.example' }),
  'a key in place of the base URL': make({ baseUrl: apiKey }),
  'a base URL of plain http': make({ baseUrl: 'http://mock:4010' }),
  'a base URL that begins like loopback': make({ baseUrl: 'http://127.0.0.1.events.example' }),
  'a base URL of another scheme': make({ baseUrl: 'ftp://events.example' }),
  'a base URL with a password': make({ baseUrl: 'https://me:hush@events.example' }),
  'a base URL with a query': make({ baseUrl: 'https://events.example?v=1' }),
  'a base URL that is a number': make({ baseUrl: 4010 }),
  'a timeout of 0': make({ timeout: 0 }),
  'a timeout that is text': make({ timeout: '30s' }),
  'a deadline below 0': make({ deadline: -1 }),
  'a maxRetries below 0': make({ maxRetries: -1 }),
  'a maxRetries that is text': make({ maxRetries: '2' }),
  'a maxRetries of NaN': make({ maxRetries: Number.NaN }),
  'a retry budget below 0': make({ retryBudget: { share: -1 } }),
  'a maxResponseBytes of 0': make({ maxResponseBytes: 0 }),
  'a header with a line end': make({ headers: { 'x-tenant': 'a\nb' } }),
  'a header with a blank in its name': make({ headers: { 'x a': 'b' } }),
  'a timeout of NaN': make({ timeout: Number.NaN }),
  'a rate of 0': make({ rate: 0 }),
  'a rate below 0': make({ rate: -1 }),
  'a rate of NaN': make({ rate: Number.NaN }),
  'a maxResponseBytes below 0': make({ maxResponseBytes: -1 }),
  'a maxResponseBytes of NaN': make({ maxResponseBytes: Number.NaN }),
  'a minimum of NaN in the retry budget': make({ retryBudget: { minimum: Number.NaN } }),
  'a retry budget without a window': make({ retryBudget: { windowMs: 0 } }),
  'a web page': inPage({}),
}

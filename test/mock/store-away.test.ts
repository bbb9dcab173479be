import { expect, test } from 'vitest'
import { createMemoryStore, StoreUnavailableError, type Store } from '@event-delivery/mock'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { createHarness } from '../support/backend'

const nothingChanged = /Nothing was changed: send the request again\.$/

/** A backend whose store does what changes it and is then lost, or is lost before. */
function lostStore(error: StoreUnavailableError) {
  const memory = createMemoryStore()
  const lost =
    <Values extends unknown[]>(change: (...values: Values) => unknown) =>
    async (...values: Values): Promise<never> => {
      if (error.sent) await change(...values)
      throw error
    }
  const { ingest, addWebhook, removeWebhook } = memory
  const changed: Partial<Store> = {
    ingest: lost(ingest),
    addWebhook: lost(addWebhook),
    removeWebhook: lost(removeWebhook),
  }
  return createHarness({ store: { ...memory, ...changed } })
}

const requests = [
  ['POST', '/v1/events', { type: 'order.paid', data: {} }, /unknown.*with the same idempotency key/],
  [
    'POST',
    '/v1/webhooks',
    { url: 'https://shop.example/hooks', events: ['*'] },
    /unknown.*Look for a webhook in GET \/v1\/webhooks first/,
  ],
  ['DELETE', '/v1/webhooks/wh_1', undefined, /unknown.*404 says that it was/],
] as const

test.each(requests)('where the answer to %s %s is lost, the outcome is unknown', async (...request) => {
  const [method, path, body, message] = request
  const { call } = lostStore(new StoreUnavailableError('read ECONNRESET'))
  const { status, headers, json } = await call(method, path, { body })
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('1')
  expect(json.error.message).toMatch(message)
  expect(json.error.message).not.toMatch(nothingChanged)
})

test.each(requests)('where %s %s was never sent to the store, nothing was changed', async (...request) => {
  const [method, path, body] = request
  const { call } = lostStore(new StoreUnavailableError('connect ECONNREFUSED', { sent: false }))
  const { status, json } = await call(method, path, { body })
  expect(status).toBe(503)
  expect(json.error.message).toMatch(nothingChanged)
})

/** A store whose pool fails. */
function failingStore(message: string, properties: object) {
  const fail = () => Promise.reject(Object.assign(new Error(message), properties))
  const pool = { query: fail, connect: fail, end: async () => {} }
  return createPostgresStore({ pool, listenUrl: 'postgres://nowhere.invalid/mock' })
}

test.each([
  ['lost', { code: 'ECONNREFUSED', syscall: 'connect' }, false],
  ['lost', { code: 'ETIMEDOUT', syscall: 'connect' }, false],
  ['lost', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }, false],
  ['the database system is starting up', { code: '57P03' }, false],
  ['password authentication failed', { code: '28P01' }, false],
  ['timeout exceeded when trying to connect', {}, false],
  ['self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false],
  ['the name differs', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, false],
  ['lost', { code: 'ECONNRESET', syscall: 'read' }, true],
  ['terminating connection due to administrator command', { code: '57P01' }, true],
  ['could not read blocks 0..0 in file "base/5/1259": Input/output error', { code: '58030' }, true],
  ['Connection terminated unexpectedly', {}, true],
  ['Query read timeout', {}, true],
])(
  'of the failure %j with %j a store says whether its statement may have been sent: %j',
  async (...failure) => {
    const [message, properties, sent] = failure
    const failed = failingStore(message, properties).check()
    await expect(failed).rejects.toBeInstanceOf(StoreUnavailableError)
    await expect(failed).rejects.toHaveProperty('sent', sent)
  },
)

test('a certificate of PostgreSQL that is not trusted is told with what the URL may name', async () => {
  const store = failingStore('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  await expect(store.check()).rejects.toThrow(
    'The certificate of PostgreSQL is not trusted: self-signed certificate. Name its authority in the URL (sslrootcert=FILE), and the host as the certificate does.',
  )
})

import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { expect, test } from 'vitest'
import { bodyHex, timestampedHex, verify } from '@event-delivery/sdk/webhooks'
import { attempted, createHarness, start } from '../support/backend'

test('the packages standardwebhooks and svix verify the deliveries', async () => {
  const standard = createHarness()
  const { secret } = await standard.createWebhook()
  await standard.deliver({ data: { text: 'héllo 😊 \u2028' } })
  const [first] = standard.received
  // Both packages compare the timestamp with the clock of the machine.
  const verifyNow = (check: () => unknown) => {
    const real = Date.now
    Date.now = () => start
    try {
      return check()
    } finally {
      Date.now = real
    }
  }
  expect(
    verifyNow(() => new Standard(secret).verify(first!.body, Object.fromEntries(first!.headers))),
  ).toEqual(JSON.parse(first!.body))

  const svix = createHarness({ dialect: { signature: { scheme: 'svix' } } })
  const hook = await svix.createWebhook()
  await svix.deliver()
  const [delivery] = svix.received
  expect(delivery!.headers.get('webhook-signature')).toBeNull()
  expect(
    verifyNow(() => new Svix(hook.secret).verify(delivery!.body, Object.fromEntries(delivery!.headers))),
  ).toEqual(JSON.parse(delivery!.body))
})

test.each([
  ['timestamped-hex', undefined, 'x-event-signature'],
  ['timestamped-hex', 'x-shop-signature', 'x-shop-signature'],
  ['body-hex', undefined, 'x-hub-signature-256'],
  ['body-hex', 'x-shop-signature', 'x-shop-signature'],
] as const)('the scheme %s signs under the header %s', async (scheme, header, expected) => {
  const {
    received,
    webhook: { secret },
  } = await attempted({ dialect: { signature: { scheme, header } } })
  const { body, headers } = received[0]!
  const make = scheme === 'body-hex' ? bodyHex : timestampedHex
  expect(headers.get(expected)).toMatch(
    scheme === 'body-hex' ? /^sha256=[0-9a-f]{64}$/ : /^t=\d+,v1=[0-9a-f]{64}$/,
  )
  await expect(
    verify({ body, headers }, { secret, scheme: make({ header }), now: () => start }),
  ).resolves.toBeDefined()
})

test('an unknown scheme signs with something that none of the known ones verifies', async () => {
  const { received } = await attempted({
    dialect: { signature: { scheme: 'unknown', header: 'x-seal' } },
  })
  expect(received[0]!.headers.get('x-seal')).toMatch(/^[0-9a-f]{128}$/)
})

import {
  bodyHex,
  sign,
  standardWebhooks,
  svix,
  timestampedHex,
  verify,
  WebhookVerificationError,
} from '@event-delivery/sdk/webhooks'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, test } from 'vitest'

const published = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
    timestamp: 1649367553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
  },
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"t":"héllo 😊 \u2028"}',
    signature: 'v1,5Jig+mZ70AySXZ7/x8KIiw1VIHaT40mxfEGB0H12VA4=',
  },
]

test.each(published)(
  'signs and verifies the published vector of $body',
  async ({ secret, signature, ...message }) => {
    const headers = await sign(message, { secret })
    expect(headers['webhook-signature']).toBe(signature)
    const verified = await verify(
      { body: message.body, headers },
      { secret, now: () => message.timestamp * 1000 },
    )
    expect(verified).toEqual({ id: message.id, timestamp: message.timestamp, secretIndex: 0 })
  },
)

const secret = published[0]!.secret
const body = '{"type":"order.paid","data":{"order":1042}}'

test('other implementations of the two schemes verify what is signed here', async () => {
  const message = { body, id: 'msg_1', timestamp: Math.floor(Date.now() / 1000) }
  expect(new StandardWebhook(secret).verify(body, await sign(message, { secret }))).toEqual(JSON.parse(body))
  expect(new SvixWebhook(secret).verify(body, await sign(message, { secret, scheme: svix }))).toEqual(
    JSON.parse(body),
  )
})

test('the timestamped hex scheme signs t.body with the whole secret as key', async () => {
  const scheme = timestampedHex({ header: 'X-Shop-Signature' })
  const headers = await sign(
    { body: '{}', id: 'ignored', timestamp: 1700000000 },
    { secret: 'whsec_a_key_of_24_bytes_', scheme },
  )
  // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_a_key_of_24_bytes_
  expect(headers).toEqual({
    'x-shop-signature': 't=1700000000,v1=62fd4192aac84a76ee3ac8d44ecda8949c3f3341a0d08a4e25f4270186d2a908',
  })
})

test('the body hex scheme signs the body alone with the whole secret as key', async () => {
  const headers = await sign(
    { body: '{}', id: 'ignored', timestamp: 1700000000 },
    { secret: 'whsec_a_key_of_24_bytes_', scheme: bodyHex() },
  )
  // printf '{}' | openssl dgst -sha256 -hmac whsec_a_key_of_24_bytes_
  expect(headers).toEqual({
    'x-hub-signature-256': 'sha256=294156859309b374dd188030eb6e58cd719cec8f65ac8d3093607181c7db5d9d',
  })
})

test.each([standardWebhooks, svix, timestampedHex(), bodyHex()])(
  'verifies what $name signs',
  async (scheme) => {
    const headers = await sign({ body, id: 'msg_1', timestamp: 1700000000 }, { secret, scheme })
    await verify({ body, headers }, { secret, scheme, now: () => 1700000000_000 })
    await expect(
      verify({ body: body + ' ', headers }, { secret, scheme, now: () => 1700000000_000 }),
    ).rejects.toMatchObject({ code: 'no-match' })
  },
)

test.each([
  ['empty', ''],
  ['no base64', 'whsec_***'],
  ['an API key', 'sk_live_abcd'],
])('refuses to sign with a secret that is %s', async (_, wrong) => {
  await expect(sign({ body, id: 'msg_1', timestamp: 1 }, { secret: wrong })).rejects.toThrow(
    expect.objectContaining({ name: 'WebhookVerificationError', code: 'wrong-secret' }),
  )
  await expect(sign({ body, id: 'msg_1', timestamp: 1.5 }, { secret })).rejects.toBeInstanceOf(
    WebhookVerificationError,
  )
})

test('a custom scheme makes its own key of a secret that another scheme has used', async () => {
  const input = { body: '{}', id: 'msg_1', timestamp: 1700000000 }
  const own = { ...standardWebhooks, key: (text: string) => new TextEncoder().encode(text) }
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const first = await sign(input, { secret })
  expect(await sign(input, { secret, scheme: own })).not.toEqual(first)
  expect(await sign(input, { secret })).toEqual(first)
})

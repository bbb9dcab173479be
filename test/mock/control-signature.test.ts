import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Dialect } from '@event-delivery/mock'
import * as webhooks from '@event-delivery/sdk/webhooks'
import { createHarness, type Harness } from '../support/backend'

interface Parts {
  scheme: string
  headers: Record<string, string | null>
  signed?: { text: string; pieces: { from: string; text: string }[] }
  sent: string | null
  computed: string | null
  signedBy: string
  secret?: string
  verdict: string
  code?: string
  reason: string
  receiver: string | null
}

async function lastAttempt({ journal }: Harness): Promise<number> {
  const data = await journal<{ kind: string; number: number }>()
  return data.filter(({ kind }) => kind === 'delivery').at(-1)!.number
}

async function parts(harness: Harness, query = ''): Promise<Parts> {
  const number = await lastAttempt(harness)
  return (await harness.control<Parts>(`GET /attempts/${number}/signature${query}`)).json
}

async function delivered(dialect: Dialect = {}) {
  const harness = createHarness({ dialect })
  const webhook = await harness.createWebhook()
  await harness.deliver()
  return { harness, webhook }
}

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)

const standard = (secret: string, text: string) =>
  `v1,${hmac(Buffer.from(secret.slice(6), 'base64'), text, 'base64')}`
const timestamped = (secret: string, text: string) =>
  `t=${text.split('.')[0]},v1=${hmac(secret, text, 'hex')}`

/** What each scheme signs, and the signature that it sends, reckoned with the platform's own HMAC. */
const schemes: [
  NonNullable<Dialect['signature']>,
  froms: string,
  value: (secret: string, text: string) => string,
][] = [
  [{ scheme: 'standard-webhooks' }, 'header webhook-id, header webhook-timestamp, body', standard],
  [{ scheme: 'svix' }, 'header svix-id, header svix-timestamp, body', standard],
  [{ scheme: 'timestamped-hex', header: 'X-Sig' }, 't= in header x-sig, body', timestamped],
  [{ scheme: 'body-hex' }, 'body', (secret, text) => `sha256=${hmac(secret, text, 'hex')}`],
]

test.each(schemes)('a signature of %j is taken apart', async (signature, froms, value) => {
  const { harness, webhook } = await delivered({ signature })
  const shown = await parts(harness)
  expect(shown).toMatchObject({
    scheme: signature.scheme,
    signedBy: 'current',
    verdict: 'valid',
    secret: 'whsec_...',
  })
  expect(shown.signed!.pieces.map(({ from }) => from)).toEqual(
    froms.replaceAll(', ', ', separator, ').split(', '),
  )
  expect(shown.signed!.pieces.map(({ text }) => text).join('')).toBe(shown.signed!.text)
  expect(shown.signed!.text.endsWith(harness.received[0]!.body)).toBe(true)
  expect(shown.sent).toBe(value(webhook.secret, shown.signed!.text))
  expect(shown.computed).toBe(shown.sent)
  expect(Object.values(shown.headers)).toContain(shown.sent)
  const revealed = await parts(harness, '?reveal=true')
  expect(revealed.secret).toBe(webhook.secret)
  expect(JSON.stringify(await harness.control('GET /journal'))).not.toContain(webhook.secret)
})

test.each(schemes)('the lines for a receiver of %j accept the delivery', async (signature) => {
  for (const deliveryBody of ['event', 'standard-webhooks'] as const) {
    const { harness, webhook } = await delivered({ signature, deliveryBody })
    const { headers, body, at } = harness.received[0]!
    const { receiver } = await parts(harness)
    const [head = '', , line = ''] = receiver!.split('\n')
    const names = /^import \{ (.*) \} from '@event-delivery\/sdk\/webhooks'$/.exec(head)![1]!.split(', ')
    // The delivery is old by the system's clock, by which the lines of a receiver judge.
    const withClock = (name: string) => {
      const used = webhooks[name as 'unwrap']
      if (name !== 'unwrap' && name !== 'verify') return used
      return (given: Request, options: webhooks.VerifyOptions) => used(given, { ...options, now: () => at })
    }
    // The lines are those that people copy, so they are run as they stand.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const run = new Function('request', 'process', ...names, `return (async () => { ${line} })()`) as (
      ...values: unknown[]
    ) => Promise<void>
    const make = (secret: string) => [
      new Request('https://shop.example', { method: 'POST', headers, body }),
      { env: { WEBHOOK_SECRET: secret } },
      ...names.map(withClock),
    ]
    await run(...make(webhook.secret))
    await expect(run(...make('whsec_bm9uZSBhdCBhbGwgb2YgdGhlbQ=='))).rejects.toThrow(/No signature matches/)
  }
})

test.each([
  ['wrong-signature', 'no-match', 'none', /fault of the mock signed/],
  ['stale-timestamp', 'timestamp-too-old', 'current', /dated the signature back/],
] as const)('the fault %s is named as the reason', async (kind, code, signedBy, reason) => {
  const harness = createHarness({ faults: [{ kind }] })
  await harness.createWebhook()
  await harness.deliver()
  const shown = await parts(harness)
  expect(shown).toMatchObject({ verdict: 'invalid', code, signedBy })
  expect(shown.reason).toMatch(reason)
  expect(shown.sent === shown.computed).toBe(kind === 'stale-timestamp')
})

test('a signature of the secret before the last rotation is told from one of no known secret', async () => {
  const { harness, webhook } = await delivered()
  const rotate = () => harness.control(`POST /webhooks/${webhook.id}/rotate`)
  await rotate()
  expect(await parts(harness)).toMatchObject({ verdict: 'valid', signedBy: 'previous' })
  expect((await parts(harness)).reason).toMatch(/before its last rotation/)
  await rotate()
  expect(await parts(harness)).toMatchObject({ verdict: 'invalid', signedBy: 'none', code: 'no-match' })
  await harness.call('DELETE', `/v1/webhooks/${webhook.id}`)
  expect(await parts(harness)).toMatchObject({ verdict: 'unknown', computed: null })
})

test('a header that was edited by hand is named as the reason', async () => {
  const { harness } = await delivered()
  const data = await harness.list<{ deliveryId: string }>('/__mock/attempts')
  for (const value of ['v1,bm9uZQ==', null]) {
    await harness.control(`POST /deliveries/${data[0]!.deliveryId}/resend`, {
      headers: { 'webhook-signature': value },
    })
    await harness.backend.waitForIdle()
    const shown = await parts(harness)
    expect(shown).toMatchObject({
      verdict: 'invalid',
      sent: value,
      code: value === null ? 'missing-header' : 'no-match',
    })
    expect(shown.reason).toMatch(/edited by hand/)
  }
})

test('of a scheme that nobody knows no verdict is given', async () => {
  const { harness } = await delivered({ signature: { scheme: 'unknown' } })
  const shown = await parts(harness)
  expect(shown).toMatchObject({ verdict: 'unknown', signedBy: 'none', receiver: null })
  expect(shown.sent).toMatch(/^[\da-f]{128}$/)
})

test('secrets within a payload stay hidden unless they are asked for', async () => {
  const harness = createHarness()
  await harness.createWebhook()
  const token = 'sk_live_0123456789abcdef'
  await harness.deliver({ data: { token } })
  expect(JSON.stringify(await parts(harness))).not.toContain(token)
  expect((await parts(harness, '?reveal=true')).signed!.text).toContain(token)
})

test('an attempt that there is not has no signature', async () => {
  const { harness } = await delivered()
  const ask = async (path: string) => (await harness.control(`GET /attempts/${path}/signature`)).status
  expect([await ask('1'), await ask('99'), await ask('x')]).toEqual([404, 404, 404])
})

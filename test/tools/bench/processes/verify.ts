// Verifies one signed delivery again and again by several libraries.
import { sign, verify } from '@event-delivery/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { interleaveBy } from '../benchmark'

const [bytes = '1024'] = process.argv.slice(2)
const size = Number(bytes)
const turns = size > 100_000 ? 200 : 5_000
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const text = JSON.stringify({ type: 'order.paid', data: { text: 'x'.repeat(size - 40) } })
const body = new TextEncoder().encode(text)
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
const timestamp = Math.floor(Date.now() / 1_000)
const headers = await sign({ body, id, timestamp }, { secret })
const svixHeaders = {
  ...headers,
  'svix-id': id,
  'svix-timestamp': `${timestamp}`,
  'svix-signature': headers['webhook-signature'] ?? '',
}

const standard = new Webhook(secret)
const svix = new SvixWebhook(secret)
const key = await crypto.subtle.importKey(
  'raw',
  Buffer.from(secret.slice('whsec_'.length), 'base64'),
  { name: 'HMAC', hash: 'SHA-256' },
  false,
  ['verify'],
)
const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)

const contenders: Record<string, () => unknown> = {
  SDK: () => verify({ body, headers }, { secret }),
  async 'bare WebCrypto'() {
    const signature = Buffer.from((headers['webhook-signature'] ?? '').slice(3), 'base64')
    const signed = new Uint8Array(prefix.length + body.length)
    signed.set(prefix)
    signed.set(body, prefix.length)
    if (!(await crypto.subtle.verify('HMAC', key, signature, signed))) throw new Error('Not signed.')
  },
  // These two take text only. Deliveries arrive as bytes, so decoding them is part of the work.
  standardwebhooks: () => standard.verify(new TextDecoder().decode(body), headers),
  svix: () => svix.verify(new TextDecoder().decode(body), svixHeaders),
}

async function microseconds(verifyOnce: () => unknown): Promise<number> {
  const begun = performance.now()
  for (let turn = 0; turn < turns; turn++) await verifyOnce()
  return ((performance.now() - begun) * 1_000) / turns
}

await interleaveBy(contenders, 2, microseconds)
process.stdout.write(JSON.stringify(await interleaveBy(contenders, 9, microseconds)))

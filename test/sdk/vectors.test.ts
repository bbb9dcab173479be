import {
  bodyHex,
  sign,
  type SignatureScheme,
  standardWebhooks,
  svix,
  timestampedHex,
  unwrap,
  verify,
} from '@event-delivery/sdk/webhooks'
import { expect, test } from 'vitest'
import {
  convoyPayload,
  convoySecret,
  convoySignatures,
  convoyTestPayload,
  convoyVectors,
  type ConvoyKind,
} from './vectors/convoy'
import { published, type PublishedCase, standardWebhooksCases, svixCases } from './vectors/three-headers'

const tests = (cases: readonly PublishedCase[]) => new Set(cases.map(({ title }) => title)).size

test('all published vectors are here', () => {
  // Standard Webhooks JS has 15 tests, Svix JS 14, and Convoy 17 vectors and 8 signatures.
  expect([tests(standardWebhooksCases), tests(svixCases)]).toEqual([15, 14])
  expect([convoyVectors.length, convoySignatures.length]).toEqual([17, 8])
})

/** Judges a case of a library of three headers: `valid`, or the code of the refusal. */
async function judge(scheme: SignatureScheme, ours: string, given: PublishedCase): Promise<string> {
  const { age = 0, body = published.body, vendor = ours } = given
  const values = {
    id: published.id,
    timestamp: `${published.timestamp}`,
    signature: published.signature,
    ...given.headers,
  }
  const headers = Object.fromEntries(
    Object.entries(values).map(([part, value]) => [`${vendor}-${part}`, value]),
  )
  const secret = 'secret' in given ? (given.secret as string) : published.secret
  const now = () => (published.timestamp + age) * 1000
  return verify({ body, headers }, { secret, scheme, now }).then(
    () => 'valid',
    (error: { code: string }) => error.code,
  )
}

test.each(standardWebhooksCases)('Standard Webhooks: $title ($expected)', async (given) => {
  expect(await judge(standardWebhooks, 'webhook', given)).toBe(given.expected)
})

test.each(svixCases)('Svix: $title ($expected)', async (given) => {
  expect(await judge(svix, 'svix', given)).toBe(given.expected)
})

test.each([standardWebhooks, svix])('$name makes the published signature', async (scheme) => {
  const headers = await sign(published, { secret: published.secret, scheme })
  expect(Object.values(headers)).toContain(published.signature)
})

test('an empty body has a valid signature, but unwrap finds no event in it, where the library returns undefined', async () => {
  const { signature } = standardWebhooksCases.at(-1)!.headers!
  const headers = {
    'webhook-id': published.id,
    'webhook-timestamp': `${published.timestamp}`,
    'webhook-signature': signature,
  }
  const options = { secret: published.secret, now: () => published.timestamp * 1000 }
  const unwrapped = unwrap({ body: '', headers }, options)
  await expect(unwrapped).rejects.toMatchObject({ code: 'invalid-json' })
})

const convoy = ({ hash, encoding, isAdvanced }: ConvoyKind) => {
  const options = { header: 'X-Convoy-Signature', hash, encoding }
  return isAdvanced ? timestampedHex({ ...options, separator: ',' }) : bodyHex({ ...options, prefix: '' })
}

test.each(convoyVectors)('Convoy: $name', async ({ header, tolerance, isValid, ...kind }) => {
  const headers = { 'x-convoy-signature': header }
  const options = { secret: convoySecret, scheme: convoy(kind), tolerance, now: () => 1_790_000_000_000 }
  const verified = verify({ body: convoyPayload, headers }, options).then(
    () => true,
    (error: Error) => (error.name === 'WebhookVerificationError' ? false : error),
  )
  expect(await verified).toBe(isValid)
})

const minSecret = 16
const convoyTest = { body: convoyTestPayload, id: 'ignored', timestamp: 1257894000 }

const [strong, weak] = [true, false].map((isStrong) =>
  convoySignatures.filter(({ secret }) => secret.length >= minSecret === isStrong),
)

test.each(strong!)('Convoy makes $signature', async ({ secret, signature, ...kind }) => {
  const headers = await sign(convoyTest, { secret, scheme: convoy(kind) })
  expect(headers['x-convoy-signature']).toBe(kind.isAdvanced ? `t=1257894000,v1=${signature}` : signature)
})

test.each(weak!)(
  'Convoy makes $signature with $secret, which is too short for a secret here',
  async ({ secret, ...kind }) => {
    const signed = sign(convoyTest, { secret, scheme: convoy(kind) })
    await expect(signed).rejects.toMatchObject({ code: 'wrong-secret' })
  },
)

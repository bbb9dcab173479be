/** A test of a published library as data: what is delivered, with which secret, and how the library judges it. */
export interface PublishedCase {
  /** The title of the library's own test. */
  title: string
  /** `valid`, or the code with which the delivery is refused here. The library throws an error in its place. */
  expected:
    | 'valid'
    | 'wrong-secret'
    | 'missing-header'
    | 'malformed-header'
    | 'no-match'
    | 'timestamp-too-old'
    | 'timestamp-in-future'
  secret?: string
  body?: string
  /** Seconds between the time of signing and now. */
  age?: number
  /** Headers that replace those of the signed delivery, by their names without the vendor. `undefined` removes a header. */
  headers?: Partial<Record<'id' | 'timestamp' | 'signature', string | undefined>>
  /** The vendor in the names of the headers, where it is not the library's own. */
  vendor?: 'webhook'
}

/** The values that the tests of both libraries share. The signature is over id, timestamp and body at the age 0. */
export const published = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

const tolerance = 300
const other = 'Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='

/** The tests that both libraries have. */
const shared: readonly PublishedCase[] = [
  { title: 'missing id raises error', expected: 'missing-header', headers: { id: undefined } },
  { title: 'missing timestamp raises error', expected: 'missing-header', headers: { timestamp: undefined } },
  { title: 'invalid timestamp throws error', expected: 'malformed-header', headers: { timestamp: 'hello' } },
  { title: 'missing signature raises error', expected: 'missing-header', headers: { signature: undefined } },
  {
    title: 'invalid signature throws error',
    expected: 'no-match',
    headers: { signature: 'v1,dawfeoifkpqwoekfpqoekf' },
  },
  { title: 'partial signature throws error', expected: 'no-match', headers: { signature: 'v1,g0hM9' } },
  { title: 'partial signature throws error', expected: 'no-match', headers: { signature: 'v1,' } },
  { title: 'valid signature is valid and returns valid json', expected: 'valid' },
  { title: 'old timestamp fails', expected: 'timestamp-too-old', age: tolerance + 1 },
  { title: 'new timestamp fails', expected: 'timestamp-in-future', age: -tolerance - 1 },
  {
    title: 'multi sig payload is valid',
    expected: 'valid',
    headers: { signature: `v1,${other} v2,${other} ${published.signature} v1,${other}` },
  },
  { title: 'verification works with and without signature prefix', expected: 'valid' },
  {
    title: 'verification works with and without signature prefix',
    expected: 'valid',
    secret: `whsec_${published.secret}`,
  },
  { title: 'sign function works', expected: 'valid', secret: `whsec_${published.secret}` },
]

const emptyKeys = ['', undefined, null].map((secret) => ({
  title: 'empty key raises error',
  expected: 'wrong-secret' as const,
  secret: secret as string,
}))

/**
 * The tests of Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks, libraries/javascript/src/webhook.test.ts,
 * read at commit b2fa7b8719fb75d326b591077f5d1b385cfcdfae.
 */
export const standardWebhooksCases: readonly PublishedCase[] = [
  ...emptyKeys,
  { title: 'empty key raises error', expected: 'wrong-secret', secret: 'whsec_' },
  ...shared,
  { title: 'valid unbranded signature is valid and returns valid json', expected: 'valid' },
  {
    title: 'empty payload returns undefined',
    expected: 'valid',
    body: '',
    headers: { signature: 'v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A=' },
  },
]

/**
 * The tests of Svix: https://github.com/svix/svix-webhooks, javascript/src/webhook.test.ts,
 * read at commit 4fc0cfb8b426c87ef7e2b937e7d896a71d456a47.
 */
export const svixCases: readonly PublishedCase[] = [
  ...emptyKeys,
  ...shared,
  {
    title: 'valid unbranded signature is valid and returns valid json',
    expected: 'valid',
    vendor: 'webhook',
  },
]

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

type Given = Omit<PublishedCase, 'title' | 'expected'>

const caseOf = (title: string, expected: PublishedCase['expected'], given: Given = {}): PublishedCase => ({
  ...{ title, expected },
  ...given,
})

const signed = (signature: string): Given => ({ headers: { signature } })
const prefixed = { secret: `whsec_${published.secret}` }

/** The tests that both libraries have. */
const shared: readonly PublishedCase[] = [
  caseOf('missing id raises error', 'missing-header', { headers: { id: undefined } }),
  caseOf('missing timestamp raises error', 'missing-header', { headers: { timestamp: undefined } }),
  caseOf('invalid timestamp throws error', 'malformed-header', { headers: { timestamp: 'hello' } }),
  caseOf('missing signature raises error', 'missing-header', { headers: { signature: undefined } }),
  caseOf('invalid signature throws error', 'no-match', signed('v1,dawfeoifkpqwoekfpqoekf')),
  caseOf('partial signature throws error', 'no-match', signed('v1,g0hM9')),
  caseOf('partial signature throws error', 'no-match', signed('v1,')),
  caseOf('valid signature is valid and returns valid json', 'valid'),
  caseOf('old timestamp fails', 'timestamp-too-old', { age: tolerance + 1 }),
  caseOf('new timestamp fails', 'timestamp-in-future', { age: -tolerance - 1 }),
  caseOf(
    'multi sig payload is valid',
    'valid',
    signed(`v1,${other} v2,${other} ${published.signature} v1,${other}`),
  ),
  caseOf('verification works with and without signature prefix', 'valid'),
  caseOf('verification works with and without signature prefix', 'valid', prefixed),
  caseOf('sign function works', 'valid', prefixed),
]

const emptyKeys = ['', undefined, null].map((secret) =>
  caseOf('empty key raises error', 'wrong-secret', { secret: secret as string }),
)

/**
 * The tests of Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks, libraries/javascript/src/webhook.test.ts,
 * read at commit b2fa7b8719fb75d326b591077f5d1b385cfcdfae.
 */
export const standardWebhooksCases: readonly PublishedCase[] = [
  ...emptyKeys,
  caseOf('empty key raises error', 'wrong-secret', { secret: 'whsec_' }),
  ...shared,
  caseOf('valid unbranded signature is valid and returns valid json', 'valid'),
  caseOf('empty payload returns undefined', 'valid', {
    ...{ body: '', headers: { signature: 'v1,v48jdbgvh29KJz2Qc+ghw8G6vG3nAKnujWBg8oM/62A=' } },
  }),
]

/**
 * The tests of Svix: https://github.com/svix/svix-webhooks, javascript/src/webhook.test.ts,
 * read at commit 4fc0cfb8b426c87ef7e2b937e7d896a71d456a47.
 */
export const svixCases: readonly PublishedCase[] = [
  ...[...emptyKeys, ...shared],
  caseOf('valid unbranded signature is valid and returns valid json', 'valid', { vendor: 'webhook' }),
]

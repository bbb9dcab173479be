import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyHex, sign, verify } from '@event-delivery/sdk/webhooks'
import type { HeaderLine } from '../../src/core/signature/capture'
import type { SchemeName } from '../../src/core/signature/claims'
import { type Judged, judge, type Verdict } from '../../src/command/verdict'
import { schemesByName } from '../../src/command/schemes'

// The secret's parts are the canary of the tests: whatever is printed must not hold it.
const secret = `whsec_${Buffer.from('c4n4ry7e1-and-so-on-up-to-32-bytes').toString('base64')}`
const seconds = 1_700_000_000
const sent = '{"id":"evt_1","type":"order.paid","data":{"b":"h\u00e9llo/\u263a","a":[1.0,2]}}'

interface Given {
  headers?: Record<string, string>
  body?: Buffer | string
  secrets?: string[]
}

const signed = (body: string | Buffer = sent, scheme: SchemeName = 'standard-webhooks', id = 'msg_1') =>
  sign({ body, id, timestamp: seconds }, { secret, scheme: schemesByName[scheme]!() })

const lines = (headers: Record<string, string>): HeaderLine[] =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])

async function judged(given: Given, question: Partial<Judged> = {}): Promise<Verdict> {
  const { headers = await signed(), body = sent, secrets = [secret] } = given
  return judge({
    capture: { headers: lines(headers), body: Buffer.from(body) },
    secrets,
    tolerance: 300,
    now: seconds * 1000,
    ...question,
  })
}

const ids = ({ findings }: Verdict) => findings.map(({ id }) => id)
const pretty = (indent: number) => JSON.stringify(JSON.parse(sent), undefined, indent)

test.each(['standard-webhooks', 'svix', 'timestamped-hex', 'body-hex'] as const)(
  'a delivery that is signed by %s is verified without being told the scheme',
  async (scheme) => {
    const verdict = await judged({ headers: await signed(sent, scheme) })
    expect(verdict).toMatchObject({ verified: true, scheme, findings: [] })
  },
)

const compact = JSON.stringify(JSON.parse(sent))

test.each<[string, string | Buffer, string | Buffer, string]>([
  ['a line break was added', sent, `${sent}\n`, 'newline-added'],
  ['a CRLF was added', sent, `${sent}\r\n`, 'newline-added'],
  ['the last line break is gone', `${sent}\n`, sent, 'newline-lost'],
  ['the last CRLF is gone', `${sent}\r\n`, sent, 'newline-lost'],
  ['white space was added', sent, `  ${sent} \n\n`, 'newline-added'],
  ['line breaks became CRLF', pretty(2), pretty(2).replaceAll('\n', '\r\n'), 'line-breaks'],
  ['line breaks became LF', pretty(2).replaceAll('\n', '\r\n'), pretty(2), 'line-breaks'],
  ['curl left out the line breaks', '{  "a":1}', '{\n  "a":1}\n', 'line-breaks'],
  ['a byte order mark was added', sent, `\uFEFF${sent}`, 'byte-order-mark'],
  ['the byte order mark is gone', `\uFEFF${sent}`, sent, 'byte-order-mark'],
  ['PowerShell wrote UTF-16', sent, Buffer.from(`\uFEFF${sent}`, 'utf16le'), 'encoding'],
  ['UTF-8 was read as Latin-1', sent, Buffer.from(sent).toString('latin1'), 'encoding'],
  ['UTF-8 was written as Latin-1', '{"a":"h\u00e9"}', Buffer.from('{"a":"h\u00e9"}', 'latin1'), 'encoding'],
  ['the body is in base64', sent, Buffer.from(sent).toString('base64'), 'base64'],
  ['the body is compressed', sent, gzipSync(sent), 'compressed'],
  ['the body was written as a string', sent, JSON.stringify(sent), 'quoted'],
  ['a pretty body was compacted', compact, pretty(2), 'json-compact'],
  ['the body was compacted from two spaces', pretty(2), compact, 'json-pretty-2'],
  ['the body was compacted from four spaces', pretty(4), compact, 'json-pretty-4'],
  ['Python wrote it with spaces', '{"a": [1, 2], "b": {}}', '{"a":[1,2],"b":{}}', 'json-spaced'],
  ['names were sorted', '{"a":1,"b":2}', '{"b":2,"a":1}', 'json-compact-sorted'],
  ['letters were unescaped', '{"a":"h\\u00e9"}', '{"a":"h\u00e9"}', 'json-compact-ascii'],
  ['slashes were unescaped', '{"a":"x\\/y"}', '{"a":"x/y"}', 'json-compact-php'],
  ['letters were escaped', '{"a":"h\u00e9"}', '{"a":"h\\u00e9"}', 'json-compact-plain'],
  ['angle brackets were unescaped', '{"a":"\\u003cb\\u003e"}', '{"a":"<b>"}', 'json-compact-html'],
])('where %s, the finding says so', async (_, original, given, finding) => {
  const verdict = await judged({ headers: await signed(Buffer.from(original)), body: given })
  expect(verdict).toMatchObject({ verified: false, code: 'no-match' })
  expect(ids(verdict)).toEqual([finding])
})

const bare = secret.replace('whsec_', '')
const hmac = (hash: string, key: Buffer | string, text: string) => createHmac(hash, key).update(text)

const mac = (key: Buffer | string, text: string) => hmac('sha256', key, text)

const own = (signature: string, id = 'msg_1') => ({
  ...{ 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': signature },
})

const hub = (signature: string) => ({ headers: { 'x-hub-signature-256': signature } })
const shop = { 'x-shop-signature': `t=${seconds},v1=${mac(secret, `${seconds}.${sent}`).digest('hex')}` }
const key = Buffer.from(bare, 'base64')
const whole = `v1,${mac(secret, `msg_1.${seconds}.${sent}`).digest('base64')}`

test.each<[string, Given, ...string[]]>([
  ['white space around the secret', { secrets: [` ${secret}\n`] }, 'secret-wrapped'],
  ['quotes around the secret', { secrets: [`"${secret}"`] }, 'secret-wrapped'],
  ['a written line break behind the secret', { secrets: [`${secret}\\n`] }, 'secret-wrapped'],
  ['a percent-encoded secret', { secrets: [secret.replace('_', '%5F')] }, 'secret-wrapped'],
  ['an API key', { secrets: ['sk_live_c4n4ry7e1'] }, 'secret-is-api-key', 'secret-malformed'],
  ['a secret that was cut off', { secrets: [secret.slice(0, 20)] }, 'secret-malformed'],
  ['a secret that is no base64', { secrets: [`${secret}!`] }, 'secret-malformed'],
  ['an empty body', { body: '' }, 'body-empty'],
  ['a parsed body', { body: '[object Object]' }, 'body-was-object'],
  ['lost characters', { body: sent.replace('\u00e9', '\uFFFD') }, 'body-characters-lost'],
  ['no headers', { headers: {} }, 'no-headers'],
  ['no signature', { headers: { 'content-type': 'application/json' } }, 'no-signature'],
  ['an asymmetric signature', { headers: own('v1a,AAAA') }, 'asymmetric-signature'],
  ['SHA-512', hub(`sha512=${hmac('sha512', secret, sent).digest('hex')}`), 'header-name'],
  ['a key that is the text of the secret', { headers: own(whole) }, 'secret-whole'],
  ['a key that lacks the prefix', hub(`sha256=${mac(bare, sent).digest('hex')}`), 'secret-rest'],
  ['a header under another name', { headers: shop }, 'header-name'],
  ['a percent-encoded signature', hub(`sha256%3D${mac(secret, sent).digest('hex')}`), 'signature-encoded'],
  ['a signature that was cut off', hub('sha256=c4n4ry7e1'), 'no-signature'],
])('%s is explained', async (_, given, ...expected) => {
  const scheme = given.headers === shop ? 'timestamped-hex' : undefined
  expect(ids(await judged(given, { scheme }))).toEqual(expected)
})

test.each([
  ['signed an hour ago', 3600, 'timestamp-too-old', 'signed-too-long-ago'],
  ['signed an hour ahead', -3600, 'timestamp-in-future', 'signed-in-the-future'],
])('a delivery that was %s is right but for the clock', async (_, ahead, code, finding) => {
  const verdict = await judged({}, { now: (seconds + ahead) * 1000 })
  expect(verdict).toMatchObject({ code, age: ahead })
  expect(ids(verdict)).toEqual([finding])
})

test.each([
  ['in milliseconds', `${seconds}000`],
  ['no whole number', '2023-11-14T22:13:20Z'],
])('a delivery whose timestamp is %s is right but for that', async (told, time) => {
  const signature = `v1,${mac(key, `msg_1.${time}.${sent}`).digest('base64')}`
  const { findings } = await judged({ headers: { ...own(signature), 'webhook-timestamp': time } })
  expect(findings).toMatchObject([{ id: 'timestamp', says: expect.stringContaining(told) as string }])
})

test('a delivery in another scheme than that of the receiver says which one fits', async () => {
  const verdict = await judged({ headers: await signed(sent, 'svix') }, { scheme: 'timestamped-hex' })
  expect(ids(verdict)).toEqual(['scheme'])
  expect(verdict.findings[0]?.cure).toContain('scheme: svix')
})

test('a bare signature of SHA-512 in base64 names the options that read it', async () => {
  const headers = { 'X-Shop-Signature': hmac('sha512', secret, sent).digest('base64') }
  const { findings } = await judged({ headers })
  const cures = findings.map(({ cure }) => cure).join(' ')
  const fitting = "bodyHex({ header: 'x-shop-signature', hash: 'SHA-512', prefix: '', encoding: 'base64' })"
  expect(cures).toContain(fitting)
  const scheme = bodyHex({ header: 'x-shop-signature', hash: 'SHA-512', prefix: '', encoding: 'base64' })
  await verify({ body: sent, headers }, { secret, scheme })
})

test('an id with a dot is named as what it is', async () => {
  const signature = `v1,${mac(key, `msg.1.${seconds}.${sent}`).digest('base64')}`
  const verdict = await judged({ headers: own(signature, 'msg.1') })
  if (!verdict.verified) expect(ids(verdict)).toEqual(['refused'])
})

test('a body of the stated length makes the secret the likelier fault', async () => {
  const other = `whsec_${Buffer.from('another-secret-of-32-bytes-here!').toString('base64')}`
  const headers = { ...(await signed()), 'Content-Length': `${Buffer.byteLength(sent)}` }
  expect(ids(await judged({ headers, secrets: [other] }))).toEqual(['body-has-stated-length', 'unexplained'])
})

test('of several signatures and several secrets one that fits is enough, and is named', async () => {
  const headers = await signed()
  headers['webhook-signature'] = `v1,${'A'.repeat(43)}= ${headers['webhook-signature']}`
  const other = `whsec_${Buffer.from('another-secret-of-32-bytes-here!').toString('base64')}`
  const verdict = await judged({ headers, secrets: [other, secret] })
  expect(verdict).toMatchObject({ verified: true, secretIndex: 1 })
})

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify({ type: 'a', data: value }))

const mutations: Record<string, (text: string) => string> = {
  'a line break': (text) => `${text}\n`,
  'another layout': (text) => JSON.stringify(JSON.parse(text), undefined, 2),
  'another layout and a line break': (text) => `${JSON.stringify(JSON.parse(text), undefined, 4)}\n`,
  'a byte order mark and a line break': (text) => `\uFEFF${text}\r\n`,
}

test.each(Object.entries(mutations))('%s on any body is undone', async (_, mutate) => {
  await fc.assert(
    fc.asyncProperty(json, async (text) => {
      const verdict = await judged({ headers: await signed(text), body: mutate(text) })
      // Names such as `2` change their place when JSON is parsed, so that a layout cannot always be undone.
      const isStable = JSON.stringify(JSON.parse(text)) === text
      if (isStable) expect(ids(verdict)).not.toContain('unexplained')
    }),
    { numRuns: 40 },
  )
})

test('a body with any other character in it is never taken for genuine', async () => {
  await fc.assert(
    fc.asyncProperty(json, fc.nat(), fc.integer({ min: 1, max: 255 }), async (text, at, flip) => {
      const body = Buffer.from(text)
      body[at % body.length]! ^= flip
      const verdict = await judged({ headers: await signed(text), body })
      expect(verdict.verified).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('neither a verdict nor its findings hold the secret', async () => {
  for (const secrets of [[secret], [`"${secret}"`], [`${secret}!`], ['sk_live_c4n4ry7e1']])
    expect(JSON.stringify(await judged({ secrets, body: 'x' }))).not.toMatch(/c4n4ry7e1|YzRuNHJ5/)
})

import { inspect } from 'node:util'
import { EventDelivery } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiKey, clientOf, input, rejection } from './client'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

const everyByte = (write: (code: string) => string) => (text: string) =>
  hex(text).replace(/../g, (code) => write(code))

const encodings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in upper case': (text) => text.toUpperCase(),
  'in base64': base64,
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in percent-encoded base64': (text) => encodeURIComponent(base64(text)),
  'in hex': hex,
  'in upper-case hex': (text) => hex(text).toUpperCase(),
  'in spaced hex': everyByte((code) => `${code} `),
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoded byte by byte': everyByte((code) => `%${code}`),
  'in JSON': JSON.stringify,
  'in JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'in escapes of JSON': everyByte((code) => `\\u00${code}`),
  'in JSON of PHP': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
}

const ways: Record<string, (echo: string) => Step> = {
  'a body': (echo) => answer(500, `<p>${echo}</p>`),
  'an error': (echo) => refuse(400, `c${echo}`, `No such key: ${echo}.`, echo),
  'problem details': (echo) => answer(403, { title: echo, detail: echo }),
  'a success that is none': (echo) => answer(200, `{ "echo": ${echo}`),
  'headers': (echo) => answer(409, {}, { 'x-request-id': echo, 'x-debug': `a=${echo};`, location: echo, deprecation: echo }), // prettier-ignore
  'an error of the network': (echo) => () => {
    const cause = Object.assign(new Error(`tls: ${echo}`), { code: echo })
    throw Object.assign(new TypeError(`failed: ${echo}`, { cause }), { name: echo })
  },
}

/** The readings of a text: itself, and whatever is encoded in it. */
function* readings(text: string): Generator<string> {
  const escapes = /\\+u00([\da-f]{2})|%(?:25)*([\da-f]{2})/gi
  const plain = text
    .replace(escapes, (_, json: string, percent: string) =>
      String.fromCharCode(parseInt(json ?? percent, 16)),
    )
    .replace(/\\+/g, '')
  yield plain
  for (const [digits] of plain.replaceAll(' ', '').matchAll(/[\da-f]{8,}/gi)) {
    for (const at of [0, 1]) yield Buffer.from(digits.slice(at), 'hex').toString('latin1')
  }
  for (const [letters] of plain.matchAll(/[\w+/-]{8,}/g)) {
    for (const at of [0, 1, 2, 3]) yield Buffer.from(letters.slice(at), 'base64').toString('latin1')
  }
}

/** Whether the middle of a key can be read in a text. Its ends may share bits with what stands around it. */
const shows = (text: string, ...keys: string[]) => {
  const middles = keys.map((key) => key.slice(2, -2).replaceAll('\\', '').toLowerCase())
  for (const reading of readings(text)) {
    const plain = reading.toLowerCase()
    if (middles.some((middle) => plain.includes(middle))) return true
  }
  return false
}

const textsOf = (value: unknown): string[] => [
  inspect(value, { depth: Infinity, showHidden: true }),
  JSON.stringify(value) ?? '',
  value instanceof Error ? `${value.message} ${value.stack}` : String(value),
]

// Keys with enough different characters, so that no other text shows them by chance.
const anyKey = fc
  .string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 16,
    maxLength: 90,
  })
  .filter((key) => new Set(key.toLowerCase()).size >= 10 && !/^(bearer|whsec_)/i.test(key))

const anyCase = fc.record({
  keys: fc.uniqueArray(anyKey, { minLength: 6, maxLength: 9 }),
  before: fc.string({ unit: fc.constantFrom('u', ':', '7', '='), maxLength: 5 }),
  after: fc.string({ unit: fc.constantFrom('x', '.', '0'), maxLength: 4 }),
  encoding: fc.constantFrom(...Object.keys(encodings)),
  way: fc.constantFrom(...Object.keys(ways)),
})

test('no key is shown in any encoding, however many others are in use', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ keys, before, after, encoding, way }) => {
      const seen: unknown[] = []
      const keep = (...values: unknown[]) => void seen.push(...values)
      // All calls are under way, each with its key, before the first of them is answered.
      let waiting = keys.length
      let open = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const fetch = scriptedFetch(async (request, signal) => {
        const key = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
        if (--waiting === 0) open()
        await opened
        // A header takes no character beyond Latin-1, which no encoding makes.
        return ways[way]!(encodings[encoding]!(before + key + after))(request, signal)
      })
      const left = [...keys]
      const { client } = clientOf(fetch, {
        apiKey: () => left.shift() ?? '',
        clock: createFakeClock({ auto: true }),
        timeout: Infinity,
        rate: 10_000,
        maxRetries: 0,
        logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
        hooks: { start: keep, request: keep, response: keep, retry: keep, retryDenied: keep, end: keep },
      })
      const errors = await Promise.all(keys.map(() => rejection(client.events.create(input))))
      for (let error of errors) for (; error; error = (error as Error).cause) seen.push(error)
      for (const text of new Set(seen.flatMap(textsOf))) {
        expect(shows(text, ...keys), text).toBe(false)
      }
    }),
    { numRuns: 20 },
  )
})

test('a key in the path of the base URL is shown by no error and no hook', async () => {
  const seen: unknown[] = []
  const keep = (...values: unknown[]) => void seen.push(...values)
  const key = 'tok/+en-4711&more'
  const client = new EventDelivery({
    apiKey: key,
    baseUrl: `https://a.example/${encodeURIComponent(key)}/`,
    fetch: scriptedFetch(refuse(400, 'x')),
    logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
    hooks: { start: keep, request: keep, response: keep, end: keep },
  })
  seen.push(await rejection(client.events.create(input)))
  for (const text of seen.flatMap(textsOf)) expect(shows(text, key), text).toBe(false)
})

test('of two keys, one of which begins with the other, the longer one is hidden whole', async () => {
  const keys = ['tok-4711-abcd', 'tok-4711-abcd-efgh-secret']
  for (const order of [keys, [...keys].reverse()]) {
    const left = [...order]
    const fetch = scriptedFetch(refuse(503, 'x'), refuse(400, 'x', keys[1]))
    const { client } = clientOf(fetch, { apiKey: () => left.shift() ?? '' })
    expect(String(await rejection(client.events.create(input)))).toContain(
      '400 application/json x "[redacted]"',
    )
  }
})

test('a secret in an answer that is cut off is not shown, whatever its prefix', async () => {
  const cut = answer(201, '{"id":"wh_1","secret":"hush-4711')
  const { webhooks } = clientOf(scriptedFetch(cut)).client
  const error = await rejection(webhooks.create({ url: 'https://a.example', events: ['*'] }))
  expect(textsOf(error).join()).not.toContain('hush-4711')
})

test('text of the service cannot steer a terminal or forge a line of a log', async () => {
  const nasty = 'a\u001b[2Jb\r\nERROR forged\u0085\u2028\u202ec\u0007'
  const headers = { 'x-request-id': 'r\u001b]0;x\u0007' }
  const steps: Step[] = [
    refuse(400, nasty, nasty, nasty),
    answer(403, nasty, headers),
    answer(500, { title: nasty }, headers),
    () => Promise.reject(new TypeError(nasty, { cause: new Error(nasty) })),
  ]
  for (const step of steps) {
    const lines: string[] = []
    const keep = (message: string, fields?: object) =>
      void lines.push(message, ...Object.values(fields ?? {}).map(String))
    const { client } = clientOf(scriptedFetch(step), {
      maxRetries: 0,
      logger: { level: 'debug', debug: keep, info: keep, warn: keep, error: keep },
    })
    const error = (await rejection(client.events.create(input))) as Error
    const cause = error.cause as Error | undefined
    // eslint-disable-next-line no-control-regex
    const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/
    for (const text of [...lines, error.message, cause?.message ?? '', ...Object.values(error).map(String)]) {
      expect(text).not.toMatch(control)
      expect(text).not.toContain('\n')
    }
    for (const stack of [error.stack, cause?.stack ?? '']) {
      expect(stack).not.toMatch(control)
      expect(
        stack
          ?.split('\n')
          .slice(1)
          .filter((line) => !/^ +at /.test(line)),
      ).toEqual([])
    }
    expect(error.message).not.toContain(apiKey)
  }
})

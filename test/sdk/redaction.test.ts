import { inspect } from 'node:util'
import { EventDelivery } from '@event-delivery/sdk'
import { answer, createFakeClock, refuse, type Step, scriptedFetch } from '@event-delivery/sdk/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiKey, clientOf, input, rejection } from './client'

const encodings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in base64': (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  'percent-encoded': encodeURIComponent,
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
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

/** Whether a text shows a key in one of the forms in which it is hidden. */
const shows = (text: string, ...keys: string[]) =>
  keys.some((key) => Object.values(encodings).some((encode) => text.includes(encode(key))))

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

test('no key is shown, however many others are in use', async () => {
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
        return ways[way]!(before + encodings[encoding]!(key) + after)(request, signal)
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
      const [, ...places] = stack?.split('\n') ?? []
      expect(places.filter((line) => !/^ +at /.test(line))).toEqual([])
    }
    expect(error.message).not.toContain(apiKey)
  }
})

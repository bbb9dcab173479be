import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHarness } from '../support/backend'
import { sized } from '../support/tier'

const prefixes = fc.constantFrom('sk_live_', 'sk_test_', 'whsec_')
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('')
// The mark is found wherever a part of the secret is shown, and in no other text of these requests.
const mark = 'ZqZ7pW3kXv9B'
const secrets = fc
  .tuple(prefixes, fc.string({ unit: fc.constantFrom(...letters, '+', '/', '=', '-', '.'), maxLength: 12 }))
  .map(([prefix, rest]) => `${prefix}${mark}${rest}${mark}`)

const percent = (text: string) =>
  Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')
const escaped = (text: string) =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const base64 = (text: string) => Buffer.from(text).toString('base64')

interface Hiding {
  body?: string
  path?: string
  headers?: Record<string, string>
}

/** Ways in which a request carries a secret. */
const places: Record<string, (secret: string) => Hiding> = {
  'JSON after a line break': (secret) => ({ body: JSON.stringify({ type: `a\n${secret}` }) }),
  'JSON after key_': (secret) => ({ body: JSON.stringify({ data: { note: `key_${secret}` } }) }),
  'JSON in escapes': (secret) => ({ body: `{"type":"${escaped(secret)}"}` }),
  'JSON in JSON': (secret) => ({ body: JSON.stringify({ data: JSON.stringify({ a: `"${secret}"` }) }) }),
  'percent-encoded JSON in JSON': (secret) => ({
    body: JSON.stringify({ data: encodeURIComponent(JSON.stringify({ a: secret })) }),
  }),
  'the name of a member': (secret) => ({ body: JSON.stringify({ [secret]: 1 }) }),
  'a body that is no JSON': (secret) => ({ body: `{type: ${secret}` }),
  'a form': (secret) => ({ body: `a=1&key=${percent(secret)}&b=2` }),
  'a query': (secret) => ({ path: `/v1/events?a=1&cursor=${percent(secret)}` }),
  'a query as it is': (secret) => ({ path: `/v1/events?cursor=${secret}` }),
  'a path': (secret) => ({ path: `/v1/events/${encodeURIComponent(secret)}` }),
  Bearer: (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  'Bearer after a comma': (secret) => ({ headers: { authorization: `Bearer a,${secret}` } }),
  Basic: (secret) => ({ headers: { authorization: `Basic ${base64(`${secret}:`)}` } }),
  'Basic as password': (secret) => ({ headers: { authorization: `basic ${base64(`me:${secret}`)}` } }),
  'a cookie': (secret) => ({ headers: { cookie: `a=1; key=${secret}; b=2` } }),
  'a percent-encoded cookie': (secret) => ({ headers: { cookie: `a=1; key=${percent(secret)}` } }),
  'another header': (secret) => ({ headers: { 'x-api-key': secret } }),
  'base64 in a header': (secret) => ({ headers: { 'x-auth': `key=${base64(secret)}` } }),
}

test.each(Object.keys(places))('a secret in %s is in no entry', async (place) => {
  const harness = createHarness({ plan: 'none' })
  let sent = 0
  await fc.assert(
    fc.asyncProperty(secrets, async (secret) => {
      const { body, path = '/v1/events', headers } = places[place]!(secret)
      const method = body === undefined ? 'GET' : 'POST'
      await harness.call(method, path, { key: null, text: body, headers })
      const shown = JSON.stringify((await harness.journal(`?after=${++sent - 1}`)).at(-1))
      expect(shown).not.toContain(mark)
      expect(shown).not.toContain(percent(mark))
      expect(shown).not.toContain(escaped(mark).replaceAll('\\', '\\\\'))
      expect(shown).not.toContain(base64(secret).slice(8, 16))
    }),
    { numRuns: sized({ test: 15, more: 40, soak: 1_000 }) },
  )
})

test('a key in unusual letters is hidden because the backend knows it', async () => {
  const key = `sk_live_"${mark}&\\${mark};`
  const harness = createHarness({ keys: [{ key }, { key: 'sk_live_mock' }], controlToken: `token ${mark}` })
  await harness.createEvent({ data: { key, token: `token ${mark}` } })
  await harness.call('GET', `/v1/events?cursor=${encodeURIComponent(key)}`, { key })
  const headers = { authorization: `Bearer token ${mark}` }
  const { json } = await harness.control('GET /journal', undefined, { headers })
  expect(json.data).toHaveLength(2)
  expect(JSON.stringify(json)).not.toContain(mark)
})

test('what surrounds a secret stays as it was', async () => {
  const harness = createHarness()
  const body = `{"a":"50%","k":"x sk_live_${mark}, y","j":"{\\"k\\":\\"sk_live_${mark}\\"}","w":"whsec_${mark}+/=","b":"\\n\\u00e9"}`
  await harness.call('POST', '/v1/events?a=1&k=sk_live_x1&b=2', {
    text: body,
    headers: { cookie: `a=1; k=sk_test_${mark}; b=2`, 'x-list': 'sk_live_mock, sk_live_other' },
  })
  expect(await harness.journal()).toMatchObject([
    {
      path: '/v1/events?a=1&k=sk_live_...&b=2',
      body: `{"a":"50%","k":"x sk_live_..., y","j":"{\\"k\\":\\"sk_live_...\\"}","w":"whsec_...","b":"\\n\\u00e9"}`,
      headers: { cookie: 'a=1; k=sk_test_...; b=2', 'x-list': 'sk_live_mock, sk_live_...' },
    },
  ])
})

test('the URL, the headers and the body of a delivery and of its answer hide secrets, the attempts of the library do not', async () => {
  const harness = createHarness(
    {},
    (_delivery) => new Response(`{"echo":"sk_live_${mark}"}`, { headers: { 'x-key': `whsec_${mark}` } }),
  )
  const url = `https://shop.example/hooks?token=sk_live_${mark}`
  await harness.createWebhook({ url })
  await harness.deliver({ data: { key: `\nsk_test_${mark}` } })
  for (const path of ['/__mock/journal', '/__mock/attempts', '/__mock/deliveries']) {
    const { json } = await harness.call('GET', path, { key: null })
    expect(JSON.stringify(json)).toMatch(/sk_(live|test)_\.\.\./)
    expect(JSON.stringify(json)).not.toContain(mark)
  }
  expect(harness.backend.deliveries()).toMatchObject([{ url }])
  expect(harness.backend.deliveries()[0]?.body).toContain(mark)
})

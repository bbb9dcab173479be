import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultMemory, refuseBeyondHeap, residentMemory } from '../../mock/command/memory-bounds'
import { roundWords, sampleCurl, startJson, type Start } from '../../mock/command/start'
import { startText } from '../../mock/command/start-lines'
import { builtInKeys } from '../../mock/index'

const plain = (_colour: string, text: string) => text
const mebibyte = 2 ** 20

const backend: Start['backend'] = {
  keys: builtInKeys.map(({ key, name = '' }) => ({ key, name })),
  wantsToken: false,
  plan: 'enterprise:500',
  dialect: { createEventStatus: 202 },
  maxMemory: 2 ** 28,
  residentMemory: 1_300 * mebibyte,
  webhooks: [],
  forwards: [{ from: 'https://shop.example', to: 'http://localhost:3000' }],
}
const start: Start = { baseUrl: 'http://127.0.0.1:4010', foreignCertificate: false, backend }

test('the start tells of inspector, keys, plan, dialect, memory and forwards', () => {
  const text = startText(start, plain)
  const lines = text.split('\n').map((line) => line.trim())
  expect(lines[0]).toBe('Listening on http://127.0.0.1:4010')
  for (const { key } of builtInKeys) expect(text).toContain(key)
  for (const line of [
    'inspector  http://127.0.0.1:4010/__mock',
    'plan       enterprise: 500 requests a second',
    'dialect    {"createEventStatus":202}',
    'memory     at most 256 MiB of data, 1.3 GiB resident at the worst',
    'forward    https://shop.example to http://localhost:3000',
  ])
    expect(lines).toContain(line)
  expect(startText({ ...start, backend: { ...backend, dialect: {} } }, plain)).toContain('the default one')
  expect(lines.at(-2)).toMatch(/^curl http:\/\/127\.0\.0\.1:4010\/v1\/events -H /)
})

test('the start names an address that a client can use in place of the one for all addresses', () => {
  const everywhere = { ...start, baseUrl: 'http://0.0.0.0:4010' }
  expect(sampleCurl(everywhere)).toContain('http://127.0.0.1:4010/v1/events')
  expect(startJson(everywhere)).toMatchObject({ inspector: 'http://127.0.0.1:4010/__mock' })
})

test('the curl line trusts the certificate of the mock, whatever the name of its file', () => {
  const secure = { ...start, baseUrl: 'https://127.0.0.1:4010', ca: "/tmp/it's ca.pem" }
  expect(sampleCurl(secure)).toContain(String.raw`--cacert '/tmp/it'\''s ca.pem' https://`)
})

test('the curl line takes a key that is not shown from the environment', () => {
  const keys = [{ key: 'sk_live_...', name: 'Of a file' }]
  const curl = sampleCurl({ ...start, backend: { ...backend, keys } })
  expect(curl).toContain('-H "Authorization: Bearer $EVENT_DELIVERY_API_KEY"')
})

test('of a bound beyond the heap the message says what fits, and one mebibyte more does not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 65_536 }), (heap) => {
      const message = complaintOf(heap * mebibyte, heap * mebibyte)
      const most = Number(/at most (\d+)MiB/.exec(message)?.[1])
      expect(complaintOf(most * mebibyte, heap * mebibyte)).toBe('')
      expect(complaintOf((most + 1) * mebibyte, heap * mebibyte)).not.toBe('')
      const wanted = Number(/size=(\d+)\./.exec(message)?.[1])
      expect(complaintOf(heap * mebibyte, wanted * mebibyte)).toBe('')
      expect(complaintOf(defaultMemory(heap * mebibyte), heap * mebibyte)).toBe('')
    }),
  )
})

test('the memory is bounded by half of the heap where that is less than the usual bound', () => {
  expect(defaultMemory(256 * mebibyte)).toBe(128 * mebibyte)
  expect(defaultMemory(8_192 * mebibyte)).toBe(512 * mebibyte)
})

test('more data never takes less memory, and all of it counts', () => {
  const sizes = fc.integer({ min: 1, max: 2 ** 34 })
  fc.assert(
    fc.property(sizes, sizes, sizes, (one, other, heap) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(residentMemory(less, heap)).toBeLessThanOrEqual(residentMemory(more, heap))
      expect(residentMemory(more, 4 * more)).toBeGreaterThan(3 * more)
    }),
  )
})

test.each([
  [1, '10 MiB'],
  [660 * mebibyte, '660 MiB'],
  [660 * mebibyte + 1, '670 MiB'],
  [1_024 * mebibyte, '1 GiB'],
  [2_116 * mebibyte, '2.1 GiB'],
])('%i bytes are %s in words', (bytes, words) => {
  expect(roundWords(bytes)).toBe(words)
})

function complaintOf(maxMemory: number, heap: number): string {
  try {
    refuseBeyondHeap(maxMemory, heap)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

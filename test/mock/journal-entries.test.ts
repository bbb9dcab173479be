import { expect, test } from 'vitest'
import type { EntryOutline, JournalEntry } from '@event-delivery/mock'
import { arrivalOf } from '../../mock/http/arrival'
import { EntryBuffer } from '../../mock/journal/buffer'
import { KeptBody, longestBody } from '../../mock/journal/kept-body'
import { bytesOf, shareTexts, type RecordedRequest } from '../../mock/journal/record'
import { Slab } from '../../mock/journal/slab'
import { createHarness, start } from '../support/backend'

const inSession = (name: string) => ({ headers: { 'x-mock-session': name } })

test('onEntry gets each entry of each session as the journal shows it', async () => {
  const seen: [string | null, JournalEntry][] = []
  const harness = createHarness({ onEntry: (entry, session) => seen.push([session, entry]) })
  await harness.createWebhook()
  await harness.deliver()
  await harness.createEvent({}, inSession('worker-1'))
  expect(seen.map(([session, { kind, number }]) => [session, kind, number])).toEqual([
    [null, 'request', 1],
    [null, 'request', 2],
    [null, 'delivery', 3],
    ['worker-1', 'request', 1],
  ])
  const shown = await harness.journal()
  expect(JSON.parse(JSON.stringify(seen.slice(0, 3).map(([, entry]) => entry)))).toEqual(shown)
})

test('a listener of entries that throws harms no request, and is reported', async () => {
  const errors: string[] = []
  const { createEvent } = createHarness({
    logger: { error: (message) => errors.push(message) },
    onEntry: () => {
      throw new Error('the listener is broken')
    },
  })
  expect((await createEvent()).status).toBe(201)
  expect(errors).toEqual(['onEntry failed.'])
})

test('a session that makes way for another is named in the main journal and to the logger', async () => {
  const warnings: string[] = []
  const { backend, createEvent, journal } = createHarness({
    limits: { sessions: 1 },
    logger: { warn: (message) => warnings.push(message) },
  })
  await createEvent({}, inSession('worker-1'))
  await createEvent({}, inSession('worker-2'))
  const notices = (await journal()).filter(({ kind }) => kind === 'notice')
  expect(notices).toMatchObject([
    { kind: 'notice', at: new Date(start).toISOString(), code: 'session-evicted' },
  ])
  expect(notices[0]).toHaveProperty('message', expect.stringContaining('worker-1'))
  expect(warnings).toEqual([(notices[0] as { message: string }).message])
  await backend.close()
})

test('a request that a face refused by itself is an entry of the main journal', async () => {
  const { backend, journal } = createHarness()
  backend.record({
    method: 'POST',
    target: '/v1/events',
    rawHeaders: ['Host', 'evil.example', 'X-Twice', 'a', 'x-twice', 'b'],
    body: new TextEncoder().encode('{"type":"a"}'),
    status: 403,
    code: 'forbidden',
    message: 'The host evil.example may not use this mock.',
    address: '127.0.0.1',
  })
  backend.record({ status: 400, code: 'invalid_request', message: 'The request is not valid HTTP.' })
  const entries = await journal()
  expect(entries.filter(({ kind }) => kind === 'request')).toMatchObject([
    {
      kind: 'request',
      method: 'POST',
      path: '/v1/events',
      headers: { host: 'evil.example', 'x-twice': 'a, b' },
      rawHeaders: ['Host', 'evil.example', 'X-Twice', 'a', 'x-twice', 'b'],
      body: '{"type":"a"}',
      status: 403,
      refusal: { code: 'forbidden', message: 'The host evil.example may not use this mock.' },
      address: '127.0.0.1',
    },
    { kind: 'request', method: '', path: '', status: 400, refusal: { code: 'invalid_request' } },
  ])
})

test('onEntry gets the entries that wantsEntry asks for alone', async () => {
  const asked: EntryOutline[] = []
  const seen: JournalEntry[] = []
  const { call } = createHarness({
    onEntry: (entry) => seen.push(entry),
    wantsEntry(entry) {
      if (entry.kind === 'request') asked.push(entry)
      return entry.kind === 'request' && entry.status === 404
    },
  })
  await call('GET', '/v1/events')
  await call('GET', '/v1/events/evt_unknown')
  expect(asked).toEqual([
    { kind: 'request', status: 200 },
    { kind: 'request', status: 404 },
  ])
  expect(seen).toMatchObject([{ kind: 'request', status: 404, path: '/v1/events/evt_unknown' }])
})

test('no part of a request stays in memory by an accessor of its own', async () => {
  const seen: JournalEntry[] = []
  const { call } = createHarness({ onEntry: (entry) => seen.push(entry) })
  await call('GET', '/v1/events')
  const request = seen.find(({ kind }) => kind === 'request')!
  const arrival = arrivalOf(new Request('http://localhost'), async () => null)
  for (const made of [request, new KeptBody(arrival)]) {
    const accessors = Object.values(Object.getOwnPropertyDescriptors(made)).filter(({ get }) => get)
    expect(accessors).toEqual([])
  }
  expect(JSON.parse(JSON.stringify(request))).toMatchObject({ path: '/v1/events', status: 200, headers: {} })
})

/** The beginning that the journal keeps of a body which arrives as one chunk. */
async function keptOf(chunk: Uint8Array, slab?: Slab): Promise<Uint8Array | undefined> {
  const request = new Request('http://localhost', { method: 'POST' })
  const body = new KeptBody(arrivalOf(request, async () => chunk))
  await body.read(longestBody)
  const kept = body.takeBeginning(slab)
  return kept && bytesOf(kept)
}

test('a body is kept as it came where it has its memory for itself, and copied out of a larger buffer', async () => {
  const own = new TextEncoder().encode('{"order":1042}')
  expect(await keptOf(own)).toBe(own)

  const view = new Uint8Array(1_000_000).subarray(10, 24)
  view.set(own)
  const kept = await keptOf(view)
  expect(kept).toEqual(own)
  expect(kept?.buffer.byteLength).toBe(own.length)
})

test('no more of a long body is kept than its beginning', async () => {
  const long = new Uint8Array(longestBody + 1).fill(65)
  const kept = await keptOf(long)
  expect(kept).toEqual(long.slice(0, longestBody))
  expect(kept?.buffer.byteLength).toBe(longestBody)
})

test('a part of the buffer of a socket is copied, whether it shares a block or has memory of its own', async () => {
  const slab = new Slab()
  for (const length of [3, 4, 5_000]) {
    const kept = await keptOf(Buffer.alloc(60_000, length).subarray(7, 7 + length), slab)
    expect(kept).toEqual(new Uint8Array(length).fill(length % 256))
    expect(kept?.buffer.byteLength).toBeLessThan(20_000)
  }
})

test('an entry shows a page as it was sent, and counts all of its texts', async () => {
  const { ask, createEvent, journal } = createHarness()
  for (let order = 0; order < 3; order++) await createEvent({ data: { text: 'é,'.repeat(100) } })
  const page = await (await ask('GET', '/v1/events')).text()
  expect((await journal()).at(-1)).toHaveProperty('answer', page)

  const parts = page.split(',')
  const counted = (answer: RecordedRequest['answer']) => {
    const { requests } = new EntryBuffer(1)
    return requests.add({ url: '', path: '', headers: [], answer } as unknown as RecordedRequest)
  }
  expect(counted(parts) - counted([])).toBeGreaterThan(2 * (page.length - parts.length))
})

test('a record has the texts of the one before it where they are equal, and its own where they are not', () => {
  const recordOf = (...values: string[]) =>
    ({ url: values[0], path: '/v1/events', headers: ['Host', 'a', ...values] }) as unknown as RecordedRequest
  const before = recordOf('http://a/v1/events', 'Key', '1')
  for (const [values, isSame] of [
    [['http://a/v1/events', 'Key', '1'], true],
    [['http://a/v1/events', 'Key', '2'], false],
    [['http://b/v1/events', 'Key'], false],
    [['http://a/v1/events', 'Key', '1', 'More', ''], false],
  ] as const) {
    const record = recordOf(...values)
    shareTexts(record, before)
    expect(record).toEqual(recordOf(...values))
    expect(record.headers === before.headers).toBe(isSame)
  }
})

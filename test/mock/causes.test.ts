import { expect, test } from 'vitest'
import { createClock, type Fault, type JournalEntry } from '@event-delivery/mock'
import { entryJson } from '../../mock/command/entry-json'
import { entryLine } from '../../mock/command/entry-line'
import { requestFaultKinds } from '../../mock/faults/fault'
import { createHarness } from '../support/backend'
import { eventually } from '../support/eventually'

const plain = (_colour: string, text: string) => text

/** Sends one request and returns its entry of the journal, and what the two forms of the log say of it. */
async function entryOf(prefer: string | undefined, faults: Fault[] = []) {
  const entries: JournalEntry[] = []
  const clock = createClock({ running: true })
  const { createEvent } = createHarness({ clock, faults, onEntry: (entry) => entries.push(entry) })
  await createEvent({}, { headers: prefer === undefined ? {} : { prefer } }).catch(() => {})
  await eventually(() => expect(entries.some(({ kind }) => kind === 'request')).toBe(true))
  const entry = entries.find(({ kind }) => kind === 'request')
  if (entry?.kind !== 'request') throw new Error('The request left no entry.')
  return { entry, line: entryLine(entry, null, plain), json: entryJson(entry, null) }
}

test.each([
  ['code=503', 503, 'Prefer; code=503'],
  ['code=200', 200, 'Prefer; code=200'],
  ['code=204', 204, 'Prefer; code=204'],
  ['example=expiredKey', 401, 'Prefer; example=expiredKey'],
  ['code=400; example=malformedJson', 400, 'Prefer; code=400; example=malformedJson'],
  ['delay=5', 201, 'Prefer; delay=5'],
  ['delay=5, code=500', 500, 'Prefer; code=500; delay=5'],
  ['fault=html', 502, 'Prefer; kind=html'],
  ['fault=html, code=504', 504, 'Prefer; code=504; kind=html'],
  ['fault=truncated', 201, 'Prefer; kind=truncated'],
  ['fault=reset', 502, 'Prefer; kind=reset'],
  ['fault=reset-after-commit', 502, 'Prefer; kind=reset-after-commit'],
  ['fault=latency-after-commit, delay=5', 201, 'Prefer; delay=5; kind=latency-after-commit'],
])('Prefer: %s is answered with %i, and journal and log name the cause', async (prefer, status, cause) => {
  const { entry, line, json } = await entryOf(prefer)
  expect(entry).toMatchObject({ status, fault: cause })
  expect(line).toContain(`${status} [${cause}] `)
  expect(json).toMatchObject({ status, fault: cause })
})

test.each(requestFaultKinds)('a fault of the kind %s is named by journal and log', async (kind) => {
  const { entry, line, json } = await entryOf(undefined, [
    { kind, seed: 7, ...(kind.startsWith('latency') && { latency: 5 }) },
  ])
  const cause = `fault_1; kind=${kind}; seed=7; draw=1`
  expect([entry.fault, json]).toMatchObject([cause, { fault: cause }])
  expect(line).toContain(`[${cause}]`)
})

test('a request that a fault affected and that asked for a delay names both', async () => {
  const { entry } = await entryOf('delay=5', [{ kind: 'html', seed: 7 }])
  expect(entry).toMatchObject({ status: 502, fault: 'fault_1; kind=html; seed=7; draw=1, Prefer; delay=5' })
})

test.each([undefined, 'respond-async', 'return=minimal'])(
  'a request with Prefer: %s was answered as usual, and has no cause',
  async (prefer) => {
    const { entry, line } = await entryOf(prefer)
    expect([entry.status, entry.fault]).toEqual([201, undefined])
    expect(line).not.toContain('Prefer')
  },
)

test('a preference that was refused is no cause, and its text is not repeated', async () => {
  const { entry } = await entryOf('example=sk_live_guessed')
  expect(entry).toMatchObject({ status: 400, refusal: { code: 'invalid_request', param: 'Prefer' } })
  expect(entry.fault).toBeUndefined()
  expect(JSON.stringify(entry)).not.toContain('sk_live_guessed')
})

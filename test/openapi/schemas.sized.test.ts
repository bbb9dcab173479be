import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createBackend, resolveDialect, type Dialect, type Seed } from '@event-delivery/mock'
import { checks } from '@event-delivery/conformance'
import { examples } from '../../generated/examples'
import { readBaseline } from '../contract/command/baseline'
import { checkSeed, exampleSeed } from '../../mock/state/check-seed'
import { makeFolder } from '../support/folder'
import { sized } from '../support/tier'
import { baselines, deliveries, dialects, seeds } from './schema-inputs'
import { readText } from '../support/root'

const folder = await makeFolder(afterAll)

/** Judges a value by one of the schemas that ship. */
function schemaOf(name: string): (value: unknown) => boolean {
  const schema = JSON.parse(readText(`generated/${name}`)) as object
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(schema)
  return (value) => validate(value)
}

/** The message with which a reader refuses a value, `undefined` where it takes it. */
async function complaint(read: () => unknown): Promise<string | undefined> {
  try {
    await read()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

const numRuns = sized({ test: 600, more: 3_000, soak: 30_000 })

/** Counts the verdicts, so that a property which saw one kind alone is found out. */
const verdicts = { taken: 0, refused: 0 }

async function sameVerdict(fits: boolean, read: () => unknown, mayRefuse: RegExp | undefined): Promise<void> {
  const message = await complaint(read)
  verdicts[fits ? 'taken' : 'refused']++
  if (fits) expect(message === undefined || mayRefuse?.test(message), message).toBe(true)
  else expect(message).toBeDefined()
}

const seedFits = schemaOf('seed.schema.json')
const dialectFits = schemaOf('dialect.schema.json')
const baselineFits = schemaOf('baseline.schema.json')

test('the schema of seeds and the mock take the same seeds', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, (seed) => sameVerdict(seedFits(seed), () => checkSeed(seed), undefined)),
    { numRuns, seed: 1 },
  )
  const base = { events: [{ id: 'evt_1', type: 'a', data: {} }] }
  const webhooks = [{ id: 'wh_1', url: 'https://a.example', events: ['*'] }]
  await fc.assert(
    fc.asyncProperty(deliveries, (list) => {
      const seed = { ...base, webhooks, deliveries: list }
      return sameVerdict(seedFits(seed), () => checkSeed(seed), /must be the id of an entry/)
    }),
    { numRuns: numRuns / 6, seed: 1 },
  )
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(numRuns / 20)
})

// A schema cannot compare a name with the names of other places.
const ofNames =
  /another meaning|no name of a header|is decided by|cannot be|cannot hold|refers to|no placeholder|stands where/

test('the schema of dialects and the mock take the same dialects, but for names that mean something else', async () => {
  Object.assign(verdicts, { taken: 0, refused: 0 })
  await fc.assert(
    fc.asyncProperty(dialects, (dialect) =>
      sameVerdict(dialectFits(dialect), () => resolveDialect(dialect as Dialect), ofNames),
    ),
    { numRuns, seed: 1 },
  )
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(numRuns / 15)
})

test('the schema of baselines and the suite take the same baselines', async () => {
  Object.assign(verdicts, { taken: 0, refused: 0 })
  const path = join(folder, 'baseline.json')
  const read = async (value: unknown) => {
    await writeFile(path, JSON.stringify(value))
    return readBaseline(path)
  }
  await fc.assert(
    fc.asyncProperty(baselines, (value) => sameVerdict(baselineFits(value), () => read(value), undefined)),
    { numRuns: numRuns / 3, seed: 1 },
  )
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(numRuns / 75)
})

test('a snapshot, the examples and a file that names its schema fit the schema of seeds', async () => {
  const backend = createBackend({ seed: 'examples' })
  const snapshot = JSON.parse(JSON.stringify(await backend.snapshot())) as object
  await backend.close()
  expect(seedFits(snapshot)).toBe(true)
  expect(seedFits(exampleSeed())).toBe(true)
  const named = { $schema: './seed.schema.json', events: [examples.orderPaid] }
  expect(seedFits(named)).toBe(true)
  expect(await complaint(() => createBackend({ seed: named as Seed }).close())).toBeUndefined()
})

test('a snapshot with a webhook that was disabled fits the schema of seeds, and a mock begins with it again', async () => {
  const webhooks = [{ url: 'https://a.example', events: ['*'] }]
  const dialect = { goneDisables: true }
  const gone = async () => new Response(null, { status: 410 })
  const backend = createBackend({ seed: { webhooks }, dialect, fetch: gone })
  const headers = { authorization: 'Bearer sk_live_mock', 'content-type': 'application/json' }
  const body = '{"type":"order.paid","data":{}}'
  await backend.fetch(new Request('https://mock.test/v1/events', { method: 'POST', headers, body }))
  await backend.waitForIdle()
  const snapshot = JSON.parse(JSON.stringify(await backend.snapshot())) as Seed
  await backend.close()
  expect(snapshot.webhooks).toMatchObject([{ status: 'disabled' }])
  expect(seedFits(snapshot)).toBe(true)
  const again = createBackend({ seed: snapshot })
  expect((await again.snapshot()).webhooks).toMatchObject([{ status: 'disabled' }])
  await again.close()
})

test('every check of the suite may stand in a baseline', () => {
  const known = checks.map(({ id }) => ({ check: id, reason: 'ticket 12', until: '2026-12-31' }))
  expect(baselineFits({ $schema: 'baseline.schema.json', known })).toBe(true)
})

import { examples } from '../../generated/examples'
import { isJsonObject } from '../http/json-value'
import { parseTimestamp } from '../settings/timestamp'
import { inTurns } from '../settings/turn'
import { SeedError, type Seed, type SeedEvent, type SeedWebhook } from './seed'
import { checkEntry, checkTime, listNames, refuseStray, type Entry } from './seed-entries'

// A backend goes on from here for years, and in timestamps a year has four digits.
const latestNow = Date.UTC(9999, 0)

/** The examples of the document as a seed. Made when it is asked for, so that a page that asks for none has no examples. */
export const exampleSeed = (): Seed => ({
  events: [examples.lastEventPage, examples.firstEventPage].flatMap((page) =>
    [...(page as { data: SeedEvent[] }).data].reverse(),
  ),
  webhooks: [examples.warehouseWithSecret as SeedWebhook],
})

/** Checks a seed and returns it. `examples` stands for the examples of the document. */
export function checkedSeed(seed: unknown): Seed {
  if (seed === 'examples') return exampleSeed()
  checkSeed(seed)
  return seed
}

/** Throws a {@link SeedError} when the seed is wrong. */
export function checkSeed(seed: unknown): asserts seed is Seed {
  const steps = seedChecks(seed)
  while (!steps.next().done);
}

/**
 * Rejects with a {@link SeedError} when the seed is wrong, and gives others their turns meanwhile. With `entries: false` no entry is checked by
 * itself, because its caller has done so.
 */
export async function checkSeedInTurns(seed: unknown, { entries = true } = {}): Promise<void> {
  const steps = inTurns(seedChecks(seed, entries))
  while (!(await steps.next()).done);
}

/** Checks a seed, and stops after each entry. */
function* seedChecks(seed: unknown, entries = true): Generator<void> {
  if (!isJsonObject(seed)) throw new SeedError('A seed is an object with events and webhooks, or "examples".')
  // `$schema` is for editors, and ignored.
  refuseStray(seed, ['$schema', ...listNames, 'now'], 'a seed')
  if (entries) for (const list of listNames) yield* eachEntry(seed, list)
  yield* refuseTwins(seed, 'keys', 'key')
  const ids: Record<string, Set<unknown>> = {}
  for (const list of ['events', 'webhooks', 'keys']) ids[list] = yield* refuseTwins(seed, list, 'id')
  for (const [index, entry] of entriesOf(seed, 'deliveries').entries()) {
    const place = `deliveries[${index}] of the seed`
    checkKnown(entry, 'eventId', place, ids.events)
    checkKnown(entry, 'webhookId', place, ids.webhooks)
    yield
  }
  checkTime(seed.now, 'now of the seed')
  if (seed.now !== undefined && parseTimestamp(seed.now as string) >= latestNow) {
    throw new SeedError(
      'now of the seed must lie before the year 9999: in timestamps a year has four digits.',
    )
  }
}

function* eachEntry(seed: Entry, list: string): Generator<void> {
  for (const [index, entry] of entriesOf(seed, list).entries()) {
    checkEntry(list, entry, index)
    yield
  }
}

function entriesOf(seed: Entry, list: string): readonly Entry[] {
  const { [list]: entries = [] } = seed
  if (!Array.isArray(entries)) throw new SeedError(`${list} of a seed must be an array.`)
  return entries as Entry[]
}

/** Refuses a list with two equal values of a field. Returns all values. */
function* refuseTwins(seed: Entry, list: string, field: string): Generator<void, Set<unknown>> {
  const seen = new Set<unknown>()
  for (const { [field]: value } of entriesOf(seed, list)) {
    if (value !== undefined && seen.has(value)) {
      throw new SeedError(`${list} of the seed hold the ${field} ${JSON.stringify(value)} twice.`)
    }
    seen.add(value)
    yield
  }
  return seen
}

function checkKnown(entry: Entry, field: string, place: string, known?: ReadonlySet<unknown>): void {
  if (entry[field] === undefined || !known?.has(entry[field])) {
    throw new SeedError(`${place}: ${field} must be the id of an entry of this seed.`)
  }
}

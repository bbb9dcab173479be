import { validateEvent, validateWebhookWithSecret } from '../generated/response-validators'
import type { Validate } from '../generated/validate'
import { newSecret } from './operations/webhooks'
import type { Settings } from './settings'
import type { Mode, Store } from './store/store'
import { parseTimestamp } from './timestamp'

/** Data to start with, oldest first. What is left out is made up. */
export interface Seed {
  events?: readonly SeedEvent[]
  webhooks?: readonly SeedWebhook[]
}

/** An event of a seed. It was there before: nothing is delivered. */
export interface SeedEvent {
  type: string
  data: unknown
  id?: string
  created?: string
  /** `live` unless given. */
  mode?: Mode
}

/** A webhook of a seed. */
export interface SeedWebhook {
  url: string
  events: readonly string[]
  description?: string
  id?: string
  secret?: string
  created?: string
  /** `live` unless given. */
  mode?: Mode
}

/** A seed that is wrong: the message names the entry and its fault. */
export class SeedError extends TypeError {
  override readonly name = 'SeedError'
}

/** Refuses a seed that is none before anything is planted. */
export function checkSeed(seed: unknown): asserts seed is Seed {
  if (!isObject(seed)) throw new SeedError('A seed is an object with events and webhooks.')
  for (const field of Object.keys(seed)) {
    if (field !== 'events' && field !== 'webhooks') {
      throw new SeedError(`${field} is no field of a seed: it has events and webhooks.`)
    }
  }
  const filler = { id: 'evt_0', created: '2000-01-01T00:00:00Z' }
  check(seed.events, 'events', validateEvent, filler)
  check(seed.webhooks, 'webhooks', validateWebhookWithSecret, {
    ...filler,
    id: 'wh_0',
    status: 'active',
    secret: 'whsec_0',
  })
}

function check(
  entries: unknown,
  list: string,
  validate: Validate<unknown>,
  filler: { id: string; created: string; status?: string; secret?: string },
): void {
  if (entries === undefined) return
  if (!Array.isArray(entries)) throw new SeedError(`${list} of a seed must be an array.`)
  for (const [index, entry] of entries.entries()) {
    const place = `${list}[${index}] of the seed`
    if (!isObject(entry)) throw new SeedError(`${place} must be an object.`)
    if (entry.mode !== undefined && entry.mode !== 'live' && entry.mode !== 'test') {
      throw new SeedError(`${place}: mode must be live or test.`)
    }
    const complete = { ...filler, ...entry }
    if (validate(complete)) {
      if (!Number.isNaN(parseTimestamp(complete.created))) continue
      throw new SeedError(`${place}: created is no moment of the calendar.`)
    }
    const { instancePath = '', message = 'is wrong' } = validate.errors?.[0] ?? {}
    throw new SeedError(`${place}${instancePath.replaceAll('/', '.')} ${message}.`)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Puts a seed into a store. */
export async function plantSeed(
  { events = [], webhooks = [] }: Seed,
  store: Store,
  { clock, ids, random }: Settings,
): Promise<void> {
  const now = clock.now()
  const time = (written: string | undefined) =>
    new Date(written === undefined ? now : parseTimestamp(written)).toISOString()
  for (const { mode = 'live', id = ids('evt'), type, data, created } of events) {
    const event = { id, type, created: time(created), data }
    const stored = { id, mode, type, created: event.created, json: JSON.stringify(event) }
    await store.ingest({ event: stored, now })
  }
  for (const {
    mode = 'live',
    id = ids('wh'),
    url,
    events: types,
    description,
    secret,
    created,
  } of webhooks) {
    await store.addWebhook({
      id,
      mode,
      url,
      events: types,
      description,
      status: 'active',
      secret: secret ?? newSecret(random),
      created: time(created),
    })
  }
}

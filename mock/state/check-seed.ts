import { examples } from '../../generated/examples'
import { scopes as knownScopes } from '../../generated/operations'
import {
  validateEvent,
  validateTimestamp,
  validateWebhookWithSecret,
} from '../../generated/response-validators'
import type { Validate } from '../../openapi/model'
import { isScope, modeOf } from '../access/keys'
import { strayField } from '../settings/nearest'
import { parseTimestamp } from '../settings/timestamp'
import { SeedError, type Seed, type SeedEvent, type SeedWebhook } from './seed'

type Entry = Record<string, unknown>

// `$schema` is for editors, and ignored.
const fields = ['$schema', 'events', 'webhooks', 'keys', 'deliveries', 'now']

const fieldsOf: Record<string, readonly string[]> = {
  events: ['type', 'data', 'id', 'created', 'mode', 'idempotencyKey', 'json'],
  webhooks: ['url', 'events', 'description', 'id', 'secret', 'created', 'mode', 'status'],
  keys: ['key', 'name', 'scopes', 'expiresAt', 'id', 'created', 'mode'],
  deliveries: ['webhookId', 'eventId', 'attempts', 'dueAt'],
}

/** The examples of the document as a seed. */
export const exampleSeed: Seed = {
  events: [examples.lastEventPage, examples.firstEventPage].flatMap((page) =>
    [...(page as { data: SeedEvent[] }).data].reverse(),
  ),
  webhooks: [examples.warehouseWithSecret as SeedWebhook],
}

/** Checks a seed and returns it. `examples` stands for the examples of the document. */
export function checkedSeed(seed: unknown): Seed {
  if (seed === 'examples') return exampleSeed
  checkSeed(seed)
  return seed
}

/** Throws a {@link SeedError} when the seed is wrong. */
export function checkSeed(seed: unknown): asserts seed is Seed {
  if (!isObject(seed)) throw new SeedError('A seed is an object with events and webhooks, or "examples".')
  refuseStray(seed, fields, 'a seed')
  const filler = { id: 'evt_0', created: '2000-01-01T00:00:00Z' }
  each(seed.events, 'events', (entry, place) => {
    checkEvent(entry, place)
    checkResource({ ...filler, ...entry }, place, validateEvent)
  })
  const webhook = { ...filler, id: 'wh_0', status: 'active', secret: 'whsec_0' }
  each(seed.webhooks, 'webhooks', (entry, place) => {
    checkMode(entry, place)
    // A webhook is created active; one of a snapshot may have been disabled since.
    checkResource({ ...webhook, ...entry, status: 'active' }, place, validateWebhookWithSecret)
    if (entry.status !== undefined && entry.status !== 'active' && entry.status !== 'disabled') {
      throw new SeedError(`${place}: status must be active or disabled.`)
    }
    if (!/^https:/i.test(String(entry.url))) {
      throw new SeedError(`${place}: url must use HTTPS. A forward leads it to one that does not.`)
    }
  })
  each(seed.keys, 'keys', checkKey)
  refuseTwins(seed.keys, 'key', 'keys')
  for (const list of ['events', 'webhooks', 'keys']) refuseTwins(seed[list], 'id', list)
  each(seed.deliveries, 'deliveries', (entry, place) => {
    checkKnown(entry, 'eventId', place, seed.events)
    checkKnown(entry, 'webhookId', place, seed.webhooks)
    checkTime(entry.dueAt, `${place}: dueAt`)
    const { attempts = 0 } = entry
    if (!Number.isInteger(attempts) || (attempts as number) < 0) {
      throw new SeedError(`${place}: attempts must be an integer that is not negative.`)
    }
  })
  checkTime(seed.now, 'now of the seed')
}

function each(entries: unknown, list: string, check: (entry: Entry, place: string) => void): void {
  if (entries === undefined) return
  if (!Array.isArray(entries)) throw new SeedError(`${list} of a seed must be an array.`)
  for (const [index, entry] of entries.entries()) {
    const place = `${list}[${index}] of the seed`
    if (!isObject(entry)) throw new SeedError(`${place} must be an object.`)
    refuseStray(entry, fieldsOf[list] ?? [], place)
    check(entry, place)
  }
}

function refuseStray(given: Entry, known: readonly string[], thing: string): void {
  const stray = strayField(given, known, thing)
  if (stray) throw new SeedError(stray.message)
}

function refuseTwins(entries: unknown, field: string, list: string): void {
  const seen = new Set<unknown>()
  for (const { [field]: value } of (entries ?? []) as Entry[]) {
    if (value !== undefined && seen.has(value)) {
      throw new SeedError(`${list} of the seed hold the ${field} ${JSON.stringify(value)} twice.`)
    }
    seen.add(value)
  }
}

function checkEvent(entry: Entry, place: string): void {
  checkMode(entry, place)
  const { idempotencyKey, json } = entry
  if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string') {
    throw new SeedError(`${place}: idempotencyKey must be a string.`)
  }
  if (json === undefined) return
  const event = typeof json === 'string' ? parsed(json) : undefined
  const agrees = ['id', 'type', 'created'].every((field) => event?.[field] === entry[field])
  if (!event || !agrees) throw new SeedError(`${place}: json must be this event as JSON text.`)
}

function checkResource(complete: Entry, place: string, validate: Validate<unknown>): void {
  if (validate(complete)) return checkTime(complete.created, `${place}: created`)
  const { instancePath = '', message = 'is wrong' } = validate.errors?.[0] ?? {}
  throw new SeedError(`${place}${instancePath.replaceAll('/', '.')} ${message}.`)
}

function checkKey(entry: Entry, place: string): void {
  checkMode(entry, place)
  const { key, scopes = null, name = '', id = '', expiresAt, created } = entry
  if (typeof key !== 'string') throw new SeedError(`${place}: key must be a string.`)
  try {
    modeOf(key)
  } catch (error) {
    throw new SeedError(`${place}: ${(error as Error).message}`)
  }
  if (typeof name !== 'string' || typeof id !== 'string') {
    throw new SeedError(`${place}: name and id must be strings.`)
  }
  if (scopes !== null && !(Array.isArray(scopes) && scopes.every(isScope))) {
    throw new SeedError(`${place}: scopes must be null, or hold some of ${knownScopes.join(', ')}.`)
  }
  checkTime(expiresAt ?? undefined, `${place}: expiresAt`)
  checkTime(created, `${place}: created`)
}

function checkKnown(entry: Entry, field: string, place: string, list: unknown): void {
  const known = Array.isArray(list) && list.some((other: Entry) => other.id === entry[field])
  if (!known) throw new SeedError(`${place}: ${field} must be the id of an entry of this seed.`)
}

function checkMode({ mode }: Entry, place: string): void {
  if (mode !== undefined && mode !== 'live' && mode !== 'test') {
    throw new SeedError(`${place}: mode must be live or test.`)
  }
}

function checkTime(written: unknown, place: string): void {
  if (written === undefined) return
  // The schema admits a 31st of February, and the parser an hour of 25.
  if (!validateTimestamp(written) || Number.isNaN(parseTimestamp(written))) {
    throw new SeedError(`${place} is no moment of the calendar.`)
  }
}

function parsed(json: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

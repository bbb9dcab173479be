import { scopes as knownScopes } from '../../generated/operations'
import {
  validateEvent,
  validateTimestamp,
  validateWebhookWithSecret,
} from '../../generated/response-validators'
import type { Validate } from '../../openapi/model'
import { isScope, modeOf } from '../access/keys'
import { isJsonObject } from '../http/json-value'
import { strayField } from '../settings/stray-field'
import { parseTimestamp } from '../settings/timestamp'
import { SeedError } from './seed'

/** An object of a seed that may be anything. */
export type Entry = Record<string, unknown>

interface ListRules {
  fields: readonly string[]
  check: (entry: Entry, place: string) => void
}

const filler = { id: 'evt_0', created: '2000-01-01T00:00:00Z' }
const webhookFiller = { ...filler, id: 'wh_0', status: 'active', secret: 'whsec_0' }

/** The lists of a seed, in the order in which they are checked. */
const lists: Readonly<Record<string, ListRules>> = {
  events: {
    fields: ['type', 'data', 'id', 'created', 'mode', 'idempotencyKey', 'json'],
    check(entry, place) {
      checkEvent(entry, place)
      checkResource({ ...filler, ...entry }, place, validateEvent)
    },
  },
  webhooks: {
    fields: ['url', 'events', 'description', 'id', 'secret', 'created', 'mode', 'status', 'previousSecret'],
    check(entry, place) {
      checkMode(entry, place)
      // A webhook is created active; one of a snapshot may have been disabled since.
      const { previousSecret: _previous, ...webhook } = entry
      checkResource({ ...webhookFiller, ...webhook, status: 'active' }, place, validateWebhookWithSecret)
      if (entry.status !== undefined && entry.status !== 'active' && entry.status !== 'disabled') {
        throw new SeedError(`${place}: status must be active or disabled.`)
      }
      checkPreviousSecret(entry, place)
      if (!/^https:/i.test(String(entry.url))) {
        throw new SeedError(`${place}: url must use HTTPS. A forward leads it to one that does not.`)
      }
    },
  },
  keys: { fields: ['key', 'name', 'scopes', 'expiresAt', 'id', 'created', 'mode'], check: checkKey },
  deliveries: { fields: ['webhookId', 'eventId', 'attempts', 'dueAt'], check: checkDelivery },
}

/** The names of the lists of a seed. */
export const listNames = Object.keys(lists)

/** Throws a {@link SeedError} when an entry of a list is wrong by itself. `whole` is what has the list. */
export function checkEntry(
  list: string,
  entry: unknown,
  index: number,
  whole = 'the seed',
): asserts entry is Entry {
  const place = `${list}[${index}] of ${whole}`
  if (!isJsonObject(entry)) throw new SeedError(`${place} must be an object.`)
  const { fields = [], check } = lists[list] ?? {}
  refuseStray(entry, fields, place)
  check?.(entry, place)
}

/** Throws a {@link SeedError} when an object has a field that it must not have. */
export function refuseStray(given: Entry, known: readonly string[], thing: string): void {
  const stray = strayField(given, known, thing)
  if (stray) throw new SeedError(stray.message)
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

function checkDelivery({ dueAt, attempts = 0 }: Entry, place: string): void {
  checkTime(dueAt, `${place}: dueAt`)
  if (!Number.isInteger(attempts) || (attempts as number) < 0) {
    throw new SeedError(`${place}: attempts must be an integer that is not negative.`)
  }
}

function checkPreviousSecret({ previousSecret }: Entry, place: string): void {
  if (previousSecret === undefined) return
  const isWhole =
    isJsonObject(previousSecret) &&
    typeof previousSecret.secret === 'string' &&
    previousSecret.until !== undefined
  if (!isWhole) throw new SeedError(`${place}: previousSecret must have a secret and until.`)
  checkTime(previousSecret.until, `${place}: until of previousSecret`)
}

function checkMode({ mode }: Entry, place: string): void {
  if (mode !== undefined && mode !== 'live' && mode !== 'test') {
    throw new SeedError(`${place}: mode must be live or test.`)
  }
}

/** Throws a {@link SeedError} when something is no timestamp. */
export function checkTime(written: unknown, place: string): void {
  if (written === undefined) return
  // The schema admits a 31st of February, and the parser an hour of 25.
  if (!validateTimestamp(written) || Number.isNaN(parseTimestamp(written))) {
    throw new SeedError(`${place} is no moment of the calendar.`)
  }
}

function parsed(json: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

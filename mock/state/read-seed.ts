import { jsonParts } from '../http/json-members'
import { eventJson } from '../http/resource-json'
import type { Settings } from '../settings/settings'
import { parseTimestamp } from '../settings/timestamp'
import { inTurns } from '../settings/turn'
import { checkSeedInTurns } from './check-seed'
import type { Seed, SeedEvent } from './seed'
import { checkEntry, listNames } from './seed-entries'

/**
 * Reads a seed from the bytes of its JSON, checks it, and gives others their turns meanwhile. Rejects with a `SeedError`
 * where the seed is wrong, with a `SyntaxError` where the bytes are no JSON, and with a `RangeError` where they nest arrays
 * and objects too deeply.
 */
export async function readSeed(bytes: Uint8Array, settings: Settings): Promise<Seed> {
  const seed: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  // An entry is nested two levels deep in the seed, and its data one level more.
  for await (const { name, text, isElement } of inTurns(jsonParts(bytes, settings.limits.nesting + 10))) {
    const value: unknown = text === undefined ? [] : JSON.parse(text)
    if (!isElement) seed[name] = value
    else (seed[name] as unknown[]).push(entryOf(name, value, (seed[name] as unknown[]).length, settings))
  }
  await checkSeedInTurns({ ...seed }, { entries: false })
  return seed
}

function entryOf(list: string, entry: unknown, index: number, settings: Settings): unknown {
  if (!listNames.includes(list)) return entry
  checkEntry(list, entry, index)
  return list === 'events' ? compact(entry as unknown as SeedEvent, settings) : entry
}

/** An event with its payload as text alone: a parsed one takes several times the memory. */
function compact(event: SeedEvent, settings: Settings): SeedEvent {
  const { id, type, created, data, json } = event
  if (json !== undefined) return { ...event, data: null }
  if (id === undefined || created === undefined) return event
  const written = settings.additions.timestamp(parseTimestamp(created))
  const text = eventJson({ id, type, created: written, data: JSON.stringify(data) }, settings)
  return { ...event, data: null, json: text }
}

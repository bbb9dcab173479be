import { jsonParts, type JsonPart } from '../http/json-members'
import { scanJson } from '../http/request-body'
import type { Settings } from '../settings/settings'
import { inTurns } from '../settings/turn'
import { checkSeedInTurns } from './check-seed'
import { writtenData, type ReadEvent, type Seed, type SeedEvent } from './seed'
import { checkEntry, listNames } from './seed-entries'

/**
 * Reads a seed from the bytes of its JSON, checks it, and gives others their turns meanwhile. Rejects with a `SeedError`
 * where the seed is wrong, with a `SyntaxError` where the bytes are no JSON, and with a `RangeError` where they nest arrays
 * and objects too deeply.
 */
export async function readSeed(bytes: Uint8Array, { limits }: Pick<Settings, 'limits'>): Promise<Seed> {
  const seed = Object.create(null) as Record<string, unknown>
  // An entry is nested two levels deep in the seed, and its data one level more.
  for await (const part of inTurns(jsonParts(bytes, limits.nesting + 10))) addPart(seed, part)
  await checkSeedInTurns({ ...seed }, { entries: false })
  return seed
}

/** Reads a seed from JSON text that is known to be one. */
export function seedOf(text: string): Seed {
  const seed: Record<string, unknown> = {}
  for (const part of jsonParts(new TextEncoder().encode(text), Infinity)) addPart(seed, part)
  return seed
}

function addPart(seed: Record<string, unknown>, { name, text, isElement }: JsonPart): void {
  const value: unknown = text === undefined ? [] : JSON.parse(text)
  if (!isElement) seed[name] = value
  else {
    const list = seed[name] as unknown[]
    if (listNames.includes(name)) checkEntry(name, value, list.length)
    list.push(name === 'events' ? compact(value as SeedEvent, text ?? '') : value)
  }
}

/** An event with its payload as text alone: a parsed one takes several times the memory. */
function compact(event: SeedEvent, text: string): ReadEvent {
  if (event.json !== undefined) return { ...event, data: null }
  const { member } = scanJson(text, 'data')
  // A string stays as it is. Other spaces are the layout of the document.
  const data = member?.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''))
  return { ...event, data: null, [writtenData]: data }
}

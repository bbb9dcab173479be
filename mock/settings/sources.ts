import type { Source } from '../../generated/dialect'
import { createSeededRandom } from './random'
import { likeSample, randomText, type Chance } from './shapes'

/** The fields that a source may copy, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields that the sources of each kind of answer, and of deliveries, may copy. */
export const copiedFields = {
  event: ['id', 'type', 'created'],
  webhook: ['id', 'url', 'status', 'created'],
  list: ['hasMore', 'nextCursor', 'count'],
  error: ['code', 'message', 'param', 'status'],
  deletion: ['id'],
  retrieval: ['id', 'type', 'created'],
  delivery: ['id', 'type', 'created', 'webhook.id', 'attempt', 'now'],
  every: [],
} as const satisfies Record<string, readonly string[]>

/** A kind of answer, or the deliveries, to which a dialect adds fields or headers. */
export type AnswerKind = keyof typeof copiedFields

// `{random:12}` stands for so many random letters and digits.
const placeholder = /\{([\w.]+|random:\d{1,3})\}/g

const random = 'random:'

/** The names that a source refers to. */
export function namesIn(source: Source): string[] {
  if ('copy' in source) return [source.copy]
  if ('template' in source) {
    const names = Array.from(source.template.matchAll(placeholder), ([, name = '']) => name)
    return names.filter((name) => !name.startsWith(random))
  }
  return []
}

/** The value of a source. A field that is absent gives no value. */
function valueOf(source: Source, fields: Fields, chance: Chance): unknown {
  if ('constant' in source) return source.constant
  if ('copy' in source) return fields[source.copy]
  if ('template' in source) {
    // A text around nothing, as the URL of a next page that there is not, is no value.
    if (namesIn(source).some((name) => fields[name] === undefined || fields[name] === null)) return null
    return source.template.replace(placeholder, (_whole, name: string) =>
      name.startsWith(random) ? randomText(Number(name.slice(random.length)), chance) : text(fields[name]),
    )
  }
  return likeSample(source, chance)
}

/** Makes the values of all sources of a kind. */
export type Values = (fields: Fields, chance: Chance) => Record<string, unknown>

/** The values of some sources, `undefined` where there are none. */
export function valuesOf(sources: Readonly<Record<string, Source>> | undefined): Values | undefined {
  const entries = Object.entries(sources ?? {})
  if (entries.length === 0) return undefined
  return (fields, chance) =>
    Object.fromEntries(entries.map(([name, source]) => [name, valueOf(source, fields, chance)]))
}

/** Chance that is the same whenever the same resource is shown, at the time of its creation. */
export function chanceOf(id: string, created: number): Chance {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return { random: createSeededRandom(hash), now: created }
}

/** A value as a header or a longer text holds it. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

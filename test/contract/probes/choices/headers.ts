import { groupBy, mostUsual } from '../../engine/group-by'
import { errorOf, isSuccess } from '../expect'
import { partOf, type Part } from './extras'
import { sourceOf, type Sample, type Source } from './source'
import type { Seen } from '../requests/ask'

/** Headers of one hop or of one message, and those that fields of their own state: they are no choice of the service. */
const incidental =
  /^(date|content-length|content-encoding|connection|keep-alive|transfer-encoding|trailer|upgrade|te|via|server|age|vary|alt-svc|set-cookie|www-authenticate|allow|retry-after|access-control-.*|proxy-.*|x-forwarded-.*|accept-ranges)$/

const json = /^application\/json$/

/** Whether a client may go by a header of an answer. */
export function isTelling(name: string): boolean {
  return !incidental.test(name)
}

/** Headers by their names in small letters, each with the source of its value. */
export type Headers = Record<string, Source>

/** The further headers by the places of a dialect. */
export type FurtherHeaders = Partial<Record<Part | 'every' | 'retrieval', Headers>>

/** The further headers: those that every kind of answer has, and those of each kind. */
export function furtherHeaders(seen: readonly Seen[], besides: readonly string[]): FurtherHeaders {
  const parts = groupBy(seen, partOf)
  const names = new Set(seen.flatMap(({ answer }) => [...answer.headers.keys()]))
  const found: FurtherHeaders = {}
  const add = (part: Part | 'every', name: string, source: Source) => {
    found[part] = { ...found[part], [name]: source }
  }
  for (const name of names) {
    if (!isTelling(name) || besides.includes(name)) continue
    const having = [...parts].filter(([, all]) => isUsual(name, all))
    const isEverywhere = having.length === parts.size && parts.size > 1
    const pooled = isEverywhere ? sourceOf(seen.flatMap((one) => samplesOf(name, [one]))) : undefined
    if (pooled && ('constant' in pooled || ('kind' in pooled && pooled.kind !== 'text'))) {
      if (!isDefault(name, pooled)) add('every', name, pooled)
      continue
    }
    for (const [part, all] of having) {
      const samples = samplesOf(name, all)
      const source = sourceOf(samples) ?? usualConstant(samples)
      if (source && !isDefault(name, source)) add(part, name, source)
    }
  }
  return found
}

/** Whether most answers of a kind have a header. */
function isUsual(name: string, all: readonly Seen[]): boolean {
  return all.filter(({ answer }) => answer.headers.has(name)).length * 2 > all.length
}

/** Every deployment sends `application/json`: that is no further header. */
function isDefault(name: string, source: Source): boolean {
  return name === 'content-type' && 'constant' in source && json.test(String(source.constant))
}

function samplesOf(name: string, all: readonly Seen[]): Sample[] {
  return all.flatMap(({ answer }) => {
    const value = answer.headers.get(name)
    if (value === null) return []
    // The type of a refusal with another body than the error object goes with that body.
    if (name === 'content-type' && !isSuccess(answer) && !errorOf(answer)) return []
    return [{ value: /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value, beside: answer.fields }]
  })
}

/** The value that most answers have, where they differ by no rule. */
function usualConstant(samples: readonly Sample[]): Source | undefined {
  return samples.length === 0 ? undefined : { constant: mostUsual(samples.map(({ value }) => value)) }
}

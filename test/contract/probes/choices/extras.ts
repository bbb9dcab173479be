import { errorOf, isSuccess, itemsOf } from '../expect'
import { sourceOf, type Sample, type Source } from './source'
import type { Resource } from '../requests/planned-request'
import type { Seen } from '../requests/ask'

type Fields = Readonly<Record<string, unknown>>

/** The kinds of answers that have further fields of their own. */
export type Part = Resource | 'error'

/** The fields that the interface has for each part. */
export const known: Readonly<Record<Part, readonly string[]>> = {
  event: ['id', 'type', 'created', 'data'],
  webhook: ['id', 'url', 'events', 'description', 'status', 'secret', 'created'],
  list: ['data', 'hasMore', 'nextCursor'],
  deletion: ['id', 'deleted'],
  error: ['error'],
}

/** The fields of the error object itself. */
const knownOfError = ['code', 'message', 'param']

/** The part that an answer is; `undefined` where it is none. */
export function partOf({ planned: { resource }, answer }: Seen): Part | undefined {
  if (isSuccess(answer)) return resource
  return answer.status >= 400 ? 'error' : undefined
}

/** The further fields of every part, each with the source of its values. */
export function furtherFields(seen: readonly Seen[]): Partial<Record<Part, Record<string, Source>>> {
  const found: [Part, Record<string, Source>][] = []
  for (const part of Object.keys(known) as Part[]) {
    // The list of webhooks may have an envelope of its own.
    const answers = seen.filter((one) => partOf(one) === part && one.planned.operation !== 'listWebhooks')
    const own = answers.map((one) => one.answer.fields)
    // A run that creates nothing sees events in the list alone, and few events may have a value in common by chance.
    const objects = part === 'event' ? [...own, ...listedEvents(seen)] : own
    const whole = objects.filter((fields) => known[part].slice(0, 1).every((name) => name in fields))
    const fields =
      part === 'error'
        ? { ...besideErrorObject(answers), ...inErrorObject(answers) }
        : furtherOf(whole, known[part])
    if (Object.keys(fields).length > 0) found.push([part, fields])
  }
  return Object.fromEntries(found)
}

/** The further fields beside the error object. They may repeat what stands in it, or the status. */
function besideErrorObject(answers: readonly Seen[]): Record<string, Source> {
  const whole = answers.filter(({ answer }) => errorOf(answer))
  const objects = whole.map(({ answer }) => ({
    ...answer.fields,
    ...Object.fromEntries(knownOfError.map((name) => [besideKey(name), errorOf(answer)?.[name as 'code']])),
    [besideKey('status')]: answer.status,
  }))
  const besides = [...knownOfError, 'status'].map((name): [string, string] => [name, besideKey(name)])
  return furtherOf(objects, known.error, besides)
}

/** A name that no answer has, under which a value stands beside the fields of an answer. */
const besideKey = (name: string) => `\u0000${name}`

/** The further fields of the error object, under names such as `error.type`. */
function inErrorObject(answers: readonly Seen[]): Record<string, Source> {
  const errors = answers.flatMap(({ answer }) => {
    const error = errorOf(answer)
    return error ? [{ ...error, status: answer.status }] : []
  })
  const further = furtherOf(errors, [...knownOfError, 'status'])
  const isStated = answers.some(({ answer }) => errorOf(answer) && 'status' in (errorOf(answer) ?? {}))
  const status: Record<string, Source> = isStated ? { status: { copy: 'status' } } : {}
  return Object.fromEntries(
    Object.entries({ ...further, ...status }).map(([name, source]) => [`error.${name}`, source]),
  )
}

/** The fields that most of these objects have beside the known ones. */
export function furtherOf(
  objects: readonly Fields[],
  names: readonly string[],
  copied: readonly (readonly [name: string, field: string])[] = names.map((name) => [name, name]),
): Record<string, Source> {
  const all = new Set(objects.flatMap((fields) => Object.keys(fields)))
  const further: Record<string, Source> = {}
  for (const name of all) {
    if (names.includes(name) || name.startsWith(besideKey(''))) continue
    const having = objects.filter((fields) => name in fields)
    if (having.length * 2 <= objects.length) continue
    const source = sourceOf(having.map((fields) => sampleOf(fields, name, copied)))
    if (source) further[name] = source
  }
  return further
}

function sampleOf(fields: Fields, name: string, copied: Parameters<typeof furtherOf>[2] = []): Sample {
  const beside = Object.fromEntries(copied.map(([one, field]) => [one, fields[field]]))
  return { value: fields[name], beside }
}

/** The events on the pages that were seen. */
function listedEvents(seen: readonly Seen[]): Fields[] {
  const lists = seen.filter(({ planned, answer }) => planned.operation === 'listEvents' && isSuccess(answer))
  return lists.flatMap(({ answer }) => itemsOf(answer))
}

import { disguise, disguiseTokens, valueKindOf, prefixOf, type ValueKind } from './value-kinds'
import { equal } from '../../wire/json'

/** The origin of a further field's or header's value. */
export type Source =
  | { constant: unknown }
  | { copy: string }
  | { template: string }
  | { kind: ValueKind; sample: string | number | boolean }

/** A value of a field or header, and the fields of the resource beside it. */
export interface Sample {
  value: unknown
  beside: Readonly<Record<string, unknown>>
}

/** The shortest text that is looked for inside others: a shorter one may stand there by chance. */
const shortest = 6

/** The source that explains every sample; `undefined` where none does. */
export function sourceOf(samples: readonly Sample[]): Source | undefined {
  const [first] = samples
  if (!first) return undefined
  return (
    copied(samples, first) ?? templated(samples, first) ?? constant(samples, first) ?? ofKind(samples, first)
  )
}

function copied(samples: readonly Sample[], { beside }: Sample): Source | undefined {
  const name = Object.keys(beside).find((field) =>
    samples.every(({ value, beside: fields }) => isTelling(value) && equal(value, fields[field])),
  )
  // A value that never changes says nothing of where it comes from, unless it is an id or a time.
  if (name === undefined || (isSteady(samples) && !['id', 'created'].includes(name))) return undefined
  return { copy: name }
}

/** Whether a value is one that another field does not have by chance. */
function isTelling(value: unknown): boolean {
  return typeof value === 'string' ? value.length > 1 : typeof value === 'number'
}

function templated(samples: readonly Sample[], first: Sample): Source | undefined {
  for (const field of Object.keys(first.beside)) {
    // A value that is null where the field has none is no witness against the others.
    const telling = samples.filter(
      ({ value, beside: fields }) => value !== null || (fields[field] ?? null) !== null,
    )
    const templates = new Set(
      telling.map(({ value, beside: fields }) => {
        const part = fields[field]
        if (typeof value !== 'string' || typeof part !== 'string' || part.length < shortest) return undefined
        // A URL has an id with percent signs in the place of its marks.
        const written = [part, percentEncoded(part)].find((one) => value.includes(one))
        return written === undefined ? undefined : value.replaceAll(written, `{${field}}`)
      }),
    )
    const [template] = templates
    if (templates.size !== 1 || template === undefined) continue
    return template === `{${field}}` ? { copy: field } : { template }
  }
  return undefined
}

/** A text as a URL has it. Half a surrogate, which no URL can hold, stays as it is. */
function percentEncoded(text: string): string {
  return text.replace(/[^\p{Cs}]+/gu, encodeURIComponent)
}

function constant(samples: readonly Sample[], { value }: Sample): Source | undefined {
  if (!isSteady(samples)) return undefined
  const form = valueKindOf(value)
  // Two answers within one second have the same time, and a single id may be another one in each answer.
  if (form === 'timestamp' && isNear(value as string)) return undefined
  if (form === 'id' && samples.length === 1) return undefined
  return { constant: value }
}

function isSteady(samples: readonly Sample[]): boolean {
  return samples.every(({ value }) => equal(value, samples[0]?.value))
}

/** Days within which a time may be that of an answer, also by a clock that a test has moved. */
const nearDays = 400

/** Whether a time may be that of an answer. A far one is a date of the service, which does not change. */
export function isNear(time: string): boolean {
  const moment = Date.parse(time)
  // A form of ISO 8601 that cannot be parsed here may be any time.
  return Number.isNaN(moment) || Math.abs(moment - Date.now()) < nearDays * 24 * 60 * 60 * 1_000
}

function ofKind(samples: readonly Sample[], { value }: Sample): Source | undefined {
  const forms = new Set(samples.map((one) => valueKindOf(one.value)))
  const [form] = forms
  // No source makes lists and objects anew: one that was seen stands for all of its shape, unless it holds a secret.
  if (form === undefined && forms.size === 1 && !/(sk_|whsec_)/.test(JSON.stringify(value)))
    return { constant: value }
  if (form === undefined || forms.size > 2) return undefined
  const kind: ValueKind = forms.size === 1 ? form : 'text'
  if (typeof value === 'boolean' || typeof value === 'number') return { kind, sample: value }
  if (typeof value !== 'string') return undefined
  return { kind, sample: disguises[kind](value) }
}

/** The ways to hide what is a deployment's own in a sample, and to leave what is the same in each. */
const disguises: Readonly<Record<ValueKind, (value: string) => string>> = {
  timestamp: (value) => value,
  // The words of a URL stay, and its ids are others.
  url: (value) => value.replace(/[\w-]*\d[\w-]*/g, disguise),
  text: (value) => (/\s|[;=()"]/.test(value) ? disguiseTokens(value) : disguise(value)),
  id: disguise,
  number: disguise,
  boolean: disguise,
}

/** The prefix that ids have in common, where they are ids of one kind. */
export function commonPrefix(one: string, other: string): string | undefined {
  if (valueKindOf(one) !== 'id' || valueKindOf(other) !== 'id') return undefined
  return prefixOf(one) === prefixOf(other) ? prefixOf(one) : undefined
}

import type { SituationDescription } from '../model'
import type { DialectEntry, Rulebook, Schema, Situation } from './document'
import { markdownTable } from './markdown'

/** The JSON Schema of each part of a refusal that a dialect may state. */
const parts: Readonly<Record<string, Schema>> = {
  status: { description: 'Its status.', type: 'integer', minimum: 400, maximum: 499 },
  code: { description: 'Its `error.code`.', type: 'string', minLength: 1 },
  message: {
    description:
      'Its `error.message`. `{value}` stands for the offending value, `{kind}` for its JSON type, and after a wrong method `{path}` and `{methods}` for the path and its methods.',
    type: 'string',
    minLength: 1,
  },
  param: {
    description: 'a text, null where it is written as null, or false where it is left out',
    oneOf: [
      { title: 'ParamText', type: ['string', 'null'], minLength: 1 },
      { title: 'NoParam', const: false },
    ],
  },
  body: {
    description:
      'Its body: the error envelope, nothing, or the message as the whole text of the body, which is HTML, plain or JSON.',
    enum: ['error', 'empty', 'html', 'text', 'json'],
  },
  contentType: { description: 'Its `Content-Type`.', type: 'string', minLength: 1 },
}

/** The part that every situation may state, because the interface shows no header of any refusal but `Retry-After`. */
const headers: Schema = {
  description:
    'Its further headers, beside `headers.every` and `headers.error`. A constant null leaves one out.',
  $ref: '#/$defs/HeaderSources',
}

const noParam: Schema = { description: 'No field is named: null or left out.', enum: [null, false] }

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The name of the definition that holds refusals with these open parts: `RefusalMessageParam`. */
function definitionOf({ open, says = '', param }: Situation): string {
  return ['refusal', ...open, says, param ?? ''].map(capitalized).join('')
}

/** The definitions that the situations of the rulebook refer to: the parts of refusals, and refusals with these parts. */
export function situationDefinitions({ situations = {} }: Rulebook): Record<string, Schema> {
  const stated = Object.entries(parts).map(([part, schema]) => [`Stated${capitalized(part)}`, schema])
  const refusals = Object.entries(situations).map(([name, situation]) => [
    definitionOf(situation),
    schemaOf(name, situation),
  ])
  return Object.fromEntries([...stated, ...refusals]) as Record<string, Schema>
}

/** A field with `follows: situations`, completed from the situations of the rulebook. */
export function withSituations(entry: DialectEntry, { situations = {} }: Rulebook): DialectEntry {
  return {
    ...entry,
    values: 'an object with what is stated of each situation (see below)',
    schema: {
      ...entry.schema,
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(situations).map(([name, situation]) => [
          name,
          { description: `${situation.when}.`, $ref: `#/$defs/${definitionOf(situation)}` },
        ]),
      ),
      additionalProperties: false,
    },
  }
}

function schemaOf(name: string, { open, says, param }: Situation): Schema {
  const properties = Object.fromEntries(
    open.map((part): [string, Schema] => {
      const schema = parts[part]
      if (!schema) throw new Error(`rules.yaml: ${name}: ${String(part)} is no part of a refusal.`)
      if (part === 'param' && param === 'none') return [part, noParam]
      if (part === 'message' && says)
        return [part, { ...schema, description: `a text that says ${says}`, pattern: anyCase(says) }]
      return [part, { $ref: `#/$defs/Stated${capitalized(part)}` }]
    }),
  )
  return { type: 'object', properties: { ...properties, headers }, additionalProperties: false }
}

/** A pattern that finds a word however it is written: JSON Schema has no flag for that. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
}

/** `situations.ts`: the occasions on which a request is refused, as data. */
export function situationsModule({ situations = {} }: Rulebook): string {
  const described: Record<string, SituationDescription> = Object.fromEntries(
    Object.entries(situations).map(([name, { status, code, open, unless = {} }]) => {
      const [decidedBy] = Object.keys(unless)
      return [name, { status, code, open, decidedBy }]
    }),
  )
  const messages = Object.fromEntries(
    Object.entries(situations).map(([name, { sample }]) => [name, sample.message]),
  )
  return `
import type { SituationDescription } from '../openapi/model'

const table = ${JSON.stringify(described, null, 2)} as const

/** The name of an occasion on which a request is refused. */
export type Situation = keyof typeof table

export const situations: Readonly<Record<Situation, SituationDescription>> = table

/** The messages of the mock's refusals by situation, unless its dialect states others. Names in braces stand for what a refusal names. */
export const situationMessages: Readonly<Record<Situation, string>> = ${JSON.stringify(messages, null, 2)}
`
}

/** The situations as a table for people. */
export function situationsTable({ situations = {} }: Rulebook): string {
  return markdownTable(
    ['Situation', 'When', 'Status', 'Code', 'A dialect may state'],
    Object.entries(situations).map(([name, { when, status, code, open }]) => [
      `\`${name}\``,
      when,
      String(status),
      `\`${code}\``,
      open.map((part) => `\`${part}\``).join(', '),
    ]),
  )
}

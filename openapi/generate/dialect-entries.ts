import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { DialectEntry, Rulebook } from './document'

const text = { type: 'string', minLength: 1 }

/** The JSON Schema of a field's entry in the rulebook. */
const entrySchema = {
  type: 'object',
  required: ['default', 'seenBy', 'schema'],
  properties: {
    default: {},
    seenBy: text,
    values: text,
    samples: { type: 'array', minItems: 2 },
    schema: {
      type: 'object',
      required: ['description'],
      properties: {
        description: text,
        // The message that refuses a forbidden value ends in the description.
        not: {
          type: 'object',
          required: ['enum', 'description'],
          properties: { enum: { type: 'array' }, description: text },
          additionalProperties: false,
        },
      },
    },
  },
  // The values and samples of an enum are its own.
  if: { properties: { schema: { required: ['enum'] } } },
  else: { required: ['values', 'samples'] },
  additionalProperties: false,
}

/** Says what is wrong with an entry, and where. */
function complaint({ instancePath, message = '', params }: ErrorObject): string {
  const stray = params.additionalProperty as string | undefined
  const place = `it${instancePath.replaceAll('/', '.')}`
  return stray === undefined ? `${place} ${message}` : `${place} has an unknown property '${stray}'`
}

/** A field of the dialect, with its name and the open question whose answer it states. */
export interface NamedEntry extends DialectEntry {
  field: string
  openQuestion: string
}

/**
 * The fields of the dialect, in the order of the rulebook. Throws where two have one name, where something is missing
 * or misspelt, and where a default or a sample does not fit the field's schema.
 */
export function dialectEntries({ openQuestions, definitions }: Rulebook): NamedEntry[] {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    allErrors: true,
  })
  const isEntry = ajv.compile<DialectEntry>(entrySchema)
  const known = new Set<string>()
  return openQuestions.flatMap(({ id, dialect }) =>
    Object.entries(dialect ?? {}).map(([field, entry]) => {
      const refuse = (reason: string) => new Error(`rules.yaml: ${id}, ${field}: ${reason}.`)
      if (known.has(field)) throw refuse('another question has a field of this name')
      known.add(field)
      if (!isEntry(entry)) throw refuse((isEntry.errors ?? []).map(complaint).join(', '))
      const fits = ajv.compile({ ...entry.schema, $defs: definitions ?? {} })
      for (const value of [entry.default, ...(entry.samples ?? [])]) {
        if (!fits(value)) throw refuse(`${JSON.stringify(value)} does not fit its schema`)
      }
      return { field, openQuestion: id, ...entry }
    }),
  )
}

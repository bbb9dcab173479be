import { dialectFields, type CompleteDialect, type Dialect } from '../../generated/dialect'
import type { JsonSchema } from '../../openapi/model'
import { invalidRequest, payloadTooLarge, Refusal } from '../http/refusal'
import { readJson } from '../http/request-body'
import { DialectError, resolveDialect } from '../settings/dialect'
import { differingFields } from './differing-fields'
import { schemaAt } from '../settings/explain-dialect'
import { objectOf } from './fields'
import { type ControlRoutes, json, route } from './route'
import { anyObject, anything, listOf, text } from './schemas'

/** Makes a session or, for `null`, all of the mock play another dialect. Throws a `DialectError` for a wrong dialect. */
export type ChangeDialect = (dialect: Dialect, session: string | null) => Promise<void>

const longest = 2 ** 20

const fieldSchema = objectOf({
  ...{ name: text, question: text, description: text, value: anything, default: anything, values: text },
  'choices?': listOf(objectOf({ value: anything, 'meaning?': text })),
  samples: listOf(anything),
})

const fixed =
  'This backend was given a store, and the data of a store is of one dialect. Start a mock without --store, or with another --dialect and an empty store.'

/** Shows the dialect, what each of its fields may be, and changes it, which begins all data anew. */
export function dialectRoutes(change: ChangeDialect, isFixed: boolean): ControlRoutes {
  return {
    'GET /dialect': route({
      title: 'Shows the dialect that is played, with all its fields',
      answers: { 200: json(anyObject) },
      handle: (_request, { settings: { dialect } }) => dialect,
    }),
    'GET /dialect/fields': route({
      title: 'Shows what each field of the dialect is, and what it may be',
      answers: { 200: json(objectOf({ data: listOf(fieldSchema), 'fixed?': text })) },
      handle: ({ session }, { settings: { dialect } }) => ({
        data: (Object.keys(dialectFields) as (keyof Dialect)[]).map((name) => shownField(name, dialect)),
        // The page shows that the dialect is fixed before somebody tries to change it.
        fixed: isFixed && session === null ? fixed : undefined,
      }),
    }),
    'PUT /dialect': route({
      title: 'Plays another dialect, which begins all data anew',
      more: 'In a session it begins the data of the session anew, else that of the whole mock. The package ships the schema of a dialect',
      document: anyObject,
      answers: { 200: json(objectOf({ changed: listOf(text), restarted: { const: true }, note: text })) },
      async handle({ headers, read, session }, { settings: { dialect, limits } }) {
        if (isFixed && session === null) throw new Refusal(409, 'dialect_fixed', fixed)
        const sent = await read(longest)
        if (sent === null) throw payloadTooLarge(longest)
        const bounds = { bytes: longest, nesting: limits.nesting }
        const { value } = await readJson(headers, async () => sent, bounds)
        const next = value as Dialect
        try {
          await change(next, session)
        } catch (error) {
          throw error instanceof DialectError ? invalidRequest(error.message, fieldIn(error.message)) : error
        }
        return {
          changed: differingFields(resolveDialect(next), dialect),
          restarted: true,
          note: `${session === null ? 'All data and all sessions' : `All data of the session ${session}`} began anew, with the seed and the keys of the start. The clock and the forwards stayed.`,
        }
      },
    }),
  }
}

/** The field that the message of a dialect's error begins with. */
function fieldIn(message: string): string | undefined {
  const [, field] = /^([\w.$-]+) /.exec(message) ?? []
  return field === 'A' ? undefined : field
}

/** A field with its value, and the values that it may have. */
function shownField(name: keyof Dialect, dialect: CompleteDialect) {
  const { openQuestion, description, values, default: preset, samples } = dialectFields[name]
  return {
    ...{ name, question: openQuestion, description, value: dialect[name], default: preset },
    ...{ values, choices: choicesOf(name), samples },
  }
}

/** The values of a field that has a few of them, each with what it means where the schema says so; `undefined` for others. */
function choicesOf(name: keyof Dialect): { value: unknown; meaning?: string }[] | undefined {
  const choices = schemaAt(`/${name}`).flatMap((schema: JsonSchema) => {
    const {
      description: meaning,
      type,
      const: only,
    } = schema as { description?: string; type?: unknown; const?: unknown }
    if (only !== undefined) return [{ value: only, meaning }]
    if (type === 'boolean') return [{ value: true }, { value: false }]
    return ((schema.enum as unknown[] | undefined) ?? []).map((value) => ({ value }))
  })
  return choices.length > 0 ? choices : undefined
}

// The parts of the two source documents that the generators read.
import type { ParameterDescription, Rule, SituationDescription } from '../model'

export type Schema = Record<string, unknown>

export interface Reference {
  $ref: string
}

export interface Media {
  schema: Reference
  examples?: Record<string, Reference>
}

export interface Response {
  description: string
  'x-open-question'?: string | string[]
  headers?: Record<string, Reference>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  tags: string[]
  security: { bearerAuth?: string[] }[]
  'x-open-question'?: string | string[]
  parameters?: Reference[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}

export type PathItem = { parameters?: Reference[] } & Partial<Record<Method, Operation>>

export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

export interface Document {
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, ParameterDescription>
    responses: Record<string, Response>
    examples: Record<string, { summary: string; value: unknown }>
  }
}

/** A field of the dialect, as the rulebook has it. `values` and `samples` follow from the schema where that is an enum. */
export interface DialectEntry {
  /**
   * `routes`: default, values, samples and schema are made from the routes that the document marks as an assumption.
   * `situations`: values and schema are made from the situations of the rulebook.
   */
  follows?: 'routes' | 'situations'
  default: unknown
  schema: Schema
  values?: string
  samples?: unknown[]
  seenBy: string
}

/** An occasion on which a request is refused, as the rulebook has it. */
export interface Situation {
  when: string
  /** Status and code that the mock answers with, unless its dialect says otherwise. */
  status: number
  code: string
  /** The parts of the answer that the interface leaves open. */
  open: SituationDescription['open'][number][]
  /** A word that the message has to hold. */
  says?: string
  /** The interface shows that no field is named: `param` is null or left out. */
  param?: 'none'
  /** The ids of the rules and open questions that such a request breaks. */
  rules: string[]
  /** The operations that can meet it. Each operation can where the field is absent. */
  operations?: string[]
  /** Fields of the dialect with values under which it is never met. */
  unless?: Record<string, unknown[]>
  /** The message of the mock, in which `{param}`, `{value}` and the names of `values` stand for these, and what it names in an example. */
  sample: { message: string; param?: string; value?: string; values?: Record<string, string> }
}

export interface Rulebook {
  chapters: Record<string, string>
  rules: Rule[]
  openQuestions: {
    id: string
    question: string
    default: string
    alternatives: string[]
    dialect?: Record<string, DialectEntry>
  }[]
  situations?: Record<string, Situation>
  /** JSON Schemas that fields of the dialect refer to as `#/$defs/<name>`. */
  definitions?: Record<string, Schema>
}

/** The rulebook, its fields with `follows` completed from what they follow. */
export function withFollowed(
  rulebook: Rulebook,
  complete: Record<NonNullable<DialectEntry['follows']>, (entry: DialectEntry) => DialectEntry>,
): Rulebook {
  const openQuestions = rulebook.openQuestions.map(({ dialect = {}, ...question }) => {
    const entries = Object.entries(dialect).map(([field, { follows, ...entry }]) => [
      field,
      follows ? complete[follows](entry) : entry,
    ])
    return { ...question, dialect: Object.fromEntries(entries) as Record<string, DialectEntry> }
  })
  return { ...rulebook, openQuestions }
}

/** The last segment of a local reference, which is the component's name. */
export function nameOf(reference: Reference): string {
  return reference.$ref.slice(reference.$ref.lastIndexOf('/') + 1)
}

/** An extension that holds one id or several, as a list. */
export function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat()
}

/** The component that a reference names, or the value that stands in the reference's place. */
export function resolve<T extends object>(components: Readonly<Record<string, T>>, given: T | Reference): T {
  if (!('$ref' in given)) return given
  const found = components[nameOf(given)]
  if (!found) throw new Error(`${String(given.$ref)} does not exist.`)
  return found
}

/** Schemas of the document by their names, without its extensions, as the definitions of another JSON Schema. */
export function definitionsOf({ components }: Document, names: readonly string[]): Record<string, Schema> {
  return Object.fromEntries(
    names.map((name) => {
      const { 'x-open-question': _question, ...schema } = components.schemas[name] ?? {}
      return [name, schema]
    }),
  )
}

/** An operation with its place in the document. */
export interface OperationAt {
  path: string
  method: Method
  item: PathItem
  operation: Operation
}

/** All operations of `items`, each with its method and path. */
export function* operationsOf(items: Record<string, PathItem>): Generator<OperationAt> {
  for (const [path, item] of Object.entries(items)) {
    for (const method of methods) {
      const operation = item[method]
      if (operation) yield { path, method, item, operation }
    }
  }
}

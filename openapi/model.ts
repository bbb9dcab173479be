// The types of what `npm run generate` writes as data. They are written here once, and generated files import them.

/** An HTTP method that an operation of the document may have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The place at which an operation answers. */
export interface Route {
  method: Method
  /** A path template: `/v1/webhooks/{id}`. */
  path: string
  /** `true` where the interface shows neither method nor path: they are this project's choice, and a dialect may move them. */
  assumed: boolean
}

/** A parameter of an operation. */
export interface ParameterDescription {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  /** Its JSON Schema. */
  schema: JsonSchema
}

/** A JSON Schema, as far as this project reads one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** The names that the document gives to its operations, schemas, examples and scopes. */
export interface Names {
  operation: string
  schema: string
  example: string
  scope: string
}

/** A body: its schema, and its examples by the name that they have at this place. */
export interface BodyDescription<Known extends Names = Names> {
  schema: Known['schema'] | null
  examples: Readonly<Record<string, Known['example']>>
}

/** The body of a request, with the names of its fields. */
export interface RequestDescription<Known extends Names = Names> extends BodyDescription<Known> {
  /** All fields, in the order of the document. */
  fields: readonly string[]
  /** The fields that must be there. */
  required: readonly string[]
}

/** A response of an operation. Where `openQuestions` is not empty, its status, headers or body are an assumption. */
export interface ResponseDescription<Known extends Names = Names> extends BodyDescription<Known> {
  description: string
  openQuestions: readonly string[]
  headers: readonly string[]
}

/** An operation of the interface, as the document describes it. */
export interface OperationDescription<Known extends Names = Names> extends Route {
  id: Known['operation']
  tag: string
  /** The method of the SDK that calls it: `events.create`. */
  sdkMethod: string
  /** The scope that a scoped key needs. `null`: a key with full access. */
  scope: Known['scope'] | null
  /** The open questions that method and path depend on. Not empty where `assumed` is `true`. */
  openQuestions: readonly string[]
  parameters: readonly ParameterDescription[]
  request: RequestDescription<Known> | null
  /** Responses by status (`201`) or class of statuses (`4XX`). An exact status takes precedence over its class. */
  responses: Readonly<Record<string, ResponseDescription<Known>>>
}

/** A rule of the interface. */
export interface Rule {
  id: string
  /** Breaking a `must` is non-conformant, breaking a `should` a warning. */
  level: 'must' | 'should'
  operations: readonly string[]
  rule: string
  /** The clause of the interface that states it, by its section and number: `POST /v1/events, rule 1`. */
  source: string
  /** The choices that the clause leaves to a deployment, as a sentence. No check may fail one for them. */
  leavesOpen?: string
  /** Why no check can judge it from outside. */
  unjudged?: string
  /** How the suite reads what the interface leaves to be decided here, and why. */
  reading?: string
}

/** A question that the interface leaves open. */
export interface OpenQuestion {
  id: string
  question: string
  /** The behaviour of the mock unless its dialect says otherwise. */
  default: string
  alternatives: readonly string[]
  /** The fields of the dialect that state the choice. */
  dialectFields: readonly string[]
}

/**
 * A dialect in which every field is stated, and every part of the fields that have optional parts. The parts of a `Sparse`
 * field stay absent where they are not stated.
 */
export type Complete<Dialect, Sparse extends keyof Dialect = never> = {
  [Field in keyof Dialect]-?: Field extends Sparse
    ? Exclude<Dialect[Field], undefined>
    : object extends NonNullable<Dialect[Field]>
      ? Required<NonNullable<Dialect[Field]>>
      : Exclude<Dialect[Field], undefined>
}

/** An occasion on which a request is refused. */
export interface SituationDescription {
  /** The status that the mock answers with, unless a field of its dialect decides it. */
  readonly status: number
  /** The code that the mock answers with, unless a field of its dialect decides it. */
  readonly code: string
  /** The parts of the answer that the interface leaves open, and a dialect may state. */
  readonly open: readonly ('status' | 'code' | 'message' | 'param' | 'body' | 'contentType')[]
  /** The field of a dialect that decides whether such a request is refused at all. Absent where every dialect refuses it. */
  readonly decidedBy?: string
}

/** A rule that a refused request breaks, or an open question that the deployment answers in another way. */
export interface BrokenRule {
  readonly id: string
  /** The rule in plain words, or the question. */
  readonly text: string
  /** The section of the interface that states a rule. */
  readonly source?: string
  /** The operations that a rule binds. */
  readonly operations?: readonly string[]
  /** The answer to a question unless a dialect has another one. */
  readonly default?: string
}

/**
 * The operations in which a situation is met, and what the mock's refusal names there. Names in braces stand for the scope of the operation or a
 * field of the dialect.
 */
export interface SituationSample {
  readonly when: string
  /** The rules and open questions that such a request breaks. A reader is shown the first one that binds the operation. */
  readonly rules: readonly BrokenRule[]
  /** The ids of the operations that can meet it. */
  readonly operations: readonly string[]
  /** Fields of the dialect with values under which it is never met. */
  readonly unless?: Readonly<Record<string, readonly unknown[]>>
  readonly param?: string
  /** The value at fault, as it was sent. */
  readonly value?: string
  /** Further values that the message names. */
  readonly values?: Readonly<Record<string, string>>
}

/** An example of a parameter or a body. */
export interface ExampleObject {
  summary?: string
  value: unknown
}

/** A body in one media type. */
export interface MediaObject {
  schema: JsonSchema
  examples?: Record<string, ExampleObject>
}

/** A header of a response. */
export interface HeaderObject {
  description?: string
  required?: boolean
  schema: JsonSchema
  example?: unknown
}

/** A parameter of an operation. */
export interface ParameterObject extends HeaderObject {
  name: string
  in: 'path' | 'query' | 'header'
  /** The values that lead to the answers whose examples have the same names. */
  examples?: Record<string, ExampleObject>
}

/** A response of an operation. */
export interface ResponseObject {
  description: string
  /** The operations that take values of the answer, as runtime expressions by the names of their parameters. */
  links?: Record<string, { operationId: string; description?: string; parameters: Record<string, string> }>
  headers?: Record<string, HeaderObject>
  content?: Record<string, MediaObject>
}

/** An operation of an OpenAPI document. */
export interface OperationObject {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: ParameterObject[]
  requestBody?: { required?: boolean; description?: string; content: Record<string, MediaObject> }
  responses: Record<string, ResponseObject>
}

/** The operations of one path. */
export type PathItemObject = Partial<Record<Lowercase<Method>, OperationObject>>

/** An OpenAPI document whose parts, but for schemas, stand in their places. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; summary?: string; description?: string; license?: object }
  servers: { url: string; description?: string; variables?: object }[]
  security: Record<string, string[]>[]
  tags: { name: string; description?: string }[]
  paths: Record<string, PathItemObject>
  webhooks: Record<string, PathItemObject>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> }
}

/** The parts of the document of which one for a dialect is made. */
export interface DocumentParts extends Pick<
  OpenApiDocument,
  'openapi' | 'info' | 'servers' | 'security' | 'tags'
> {
  operations: readonly (OperationObject & { path: string; method: Lowercase<Method> })[]
  deliveries: readonly (OperationObject & { name: string; method: Lowercase<Method> })[]
  schemas: Readonly<Record<string, JsonSchema>>
  securitySchemes: Record<string, object>
}

/** A field of a dialect, described for messages, tables and tests. */
export interface DialectField<Value> {
  openQuestion: string
  description: string
  /** The legal values, as a reader of a table or of an error wants them. */
  values: string
  default: Value
  /** Legal values that together show the field's range. Tests play them. */
  samples: readonly Value[]
  /** The keys, mode or flags that a run of the suite needs to see the deployment's choice. */
  seenBy: string
}

/** The description of every field of a dialect. */
export type DialectFields<Dialect> = {
  readonly [Field in keyof Dialect]-?: DialectField<Exclude<Dialect[Field], undefined>>
}

/** Why a value does not fit its schema. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** Pointer into the document, `#/components/schemas/...`, or else into the schema that was asked for. */
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
  /** The name that a schema of names refuses. */
  propertyName?: string
}

/** Says whether a value fits a schema and, when it does not, leaves the reasons in `errors`. */
export interface Validate<T> {
  (value: unknown): value is T
  errors?: ValidationError[] | null
}

/** A validator for each schema, by its name. */
export type Validators<Schemas> = { readonly [Name in keyof Schemas]: Validate<Schemas[Name]> }

/** Freezes JSON with all its parts: every user of a module shares what it exports. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

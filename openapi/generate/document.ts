// The parts of the two source documents that the generators read.

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

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
}

export interface Operation {
  operationId: string
  tags: string[]
  security: { bearerAuth?: string[] }[]
  'x-rules': string[]
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
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    examples: Record<string, { summary: string; value: unknown }>
  }
}

export interface Rulebook {
  chapters: Record<string, string>
  rules: {
    id: string
    level: 'must' | 'should'
    operations: string[]
    rule: string
    source: string
    unjudged?: string
  }[]
  openQuestions: {
    id: string
    question: string
    default: string
    alternatives: string[]
    dialect?: Record<string, { default: unknown; schema: Schema }>
  }[]
}

/** The last segment of a local reference, which is the component's name. */
export function nameOf(reference: Reference): string {
  return reference.$ref.slice(reference.$ref.lastIndexOf('/') + 1)
}

/** An extension that holds one id or several, as a list. */
export function listed(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : [value].flat()
}

/** All operations of `items`, each with its method and path. */
export function* operationsOf(items: Record<string, PathItem>) {
  for (const [path, item] of Object.entries(items)) {
    for (const method of methods) {
      const operation = item[method]
      if (operation) yield { path, method, item, operation }
    }
  }
}

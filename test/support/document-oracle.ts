import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema, OpenApiDocument, OperationObject } from '../../openapi/model'

/** An answer as it came, with its body as text. */
export interface SeenAnswer {
  status: number
  headers: Headers
  body: string
}

/** The operations of a document by their ids, each with its place. */
export function operationsIn(document: OpenApiDocument): Map<string, OperationObject & { place: string }> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const place = `${method.toUpperCase()} ${path}`
        return [operation.operationId, { ...operation, place }] as const
      }),
    ),
  )
}

// All documents share one instance of Ajv: it holds each against the schema of schemas, which it compiles once.
const ajv = new Ajv2020({ strict: false, allErrors: true })
let documents = 0

/** Makes what holds answers against an OpenAPI document. It knows nothing of the mock. */
export function createOracle(document: OpenApiDocument) {
  const id = `document-${(documents += 1)}`
  ajv.addSchema({ $id: id, components: document.components })
  const operations = operationsIn(document)
  const compiled = new Map<string, ValidateFunction>()

  function misfits(schema: JsonSchema, value: unknown): string[] {
    const text = JSON.stringify(schema).replaceAll('"#/components/', `"${id}#/components/`)
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
  }

  function responseOf(operationId: string, status: number) {
    const { responses } = operations.get(operationId) ?? {}
    return responses?.[status] ?? responses?.[`${Math.floor(status / 100)}XX`]
  }

  return {
    /** The faults of a value that is to fit a schema. */
    misfits,
    /** The headers of an answer that the document does not state. */
    unstatedHeaders(operationId: string, { status, headers }: SeenAnswer): string[] {
      const stated = Object.keys(responseOf(operationId, status)?.headers ?? {})
      // The type of the content stands in the document in a place of its own.
      const known = new Set(['content-type', ...stated.map((name) => name.toLowerCase())])
      return [...headers.keys()].filter((name) => !known.has(name))
    },
    /** The faults of an answer to a request for an operation. */
    faultsOf(operationId: string, { status, headers, body }: SeenAnswer): string[] {
      const response = responseOf(operationId, status)
      if (!response) return [`${operationId} has no response ${status}: ${body}`]
      const at = `${operationId} ${status}`
      const faults: string[] = []
      for (const [name, { required, schema }] of Object.entries(response.headers ?? {})) {
        const written = headers.get(name)
        if (written === null && required) faults.push(`${at} lacks the header ${name}`)
        if (written === null) continue
        const value = schema.type === 'integer' || schema.type === 'number' ? Number(written) : written
        faults.push(...misfits(schema, value).map((fault) => `${at} ${name}: ${written}: ${fault}`))
      }
      const type = (headers.get('content-type') ?? '').replace(/;.*/, '').trim()
      const media = response.content?.[type]
      if (body === '') return faults
      if (!media) return [...faults, `${at} has no body of ${type}`]
      const value: unknown = /[/+]json$/.test(type) ? JSON.parse(body) : body
      return [...faults, ...misfits(media.schema, value).map((fault) => `${at}: ${fault} in ${body}`)]
    },
  }
}

import type { CompleteDialect } from '../../generated/dialect'
import type { ExampleObject, OperationObject, ParameterObject } from '../../openapi/model'
import { documentedField, idempotencyField, idempotencyHeader } from '../operations/idempotency'

type RequestBody = NonNullable<OperationObject['requestBody']>

const overMaxLimit: Record<CompleteDialect['overMaxLimit'], string> = {
  reject: 'Over 100 is refused.',
  clamp: 'Over 100 counts as 100.',
  default: 'Over 100 counts as omitted.',
}

const invalidCursor: Record<CompleteDialect['invalidCursor'], string> = {
  reject: 'Another one is refused.',
  'first-page': 'Another one leads to the first page.',
  'empty-page': 'Another one leads to an empty page.',
}

/** The parameters of the document that a dialect changes, by their names. */
const changes: Readonly<
  Record<string, (shown: ParameterObject, dialect: CompleteDialect) => ParameterObject>
> = {
  limit: (shown, { defaultPageSize, overMaxLimit: over }) => ({
    ...shown,
    description: `How many items to return at most. ${defaultPageSize} when omitted. ${overMaxLimit[over]}`,
    schema: { ...shown.schema, default: defaultPageSize },
  }),
  cursor: (shown, { invalidCursor: other }) => ({
    ...shown,
    description: `${shown.description} ${invalidCursor[other]}`,
  }),
}

/**
 * The parameters of an operation at a path. OQ-01: a header of the document is the idempotency key. A part of a moved path that the
 * document does not have is matched by any text.
 */
export function parametersOf(
  { parameters = [] }: OperationObject,
  path: string,
  dialect: CompleteDialect,
): ParameterObject[] {
  const header = idempotencyHeader(dialect)
  const known = parameters.flatMap((shown): ParameterObject[] => {
    if (shown.in !== 'header') return [changes[shown.name]?.(shown, dialect) ?? shown]
    if (header === null) return []
    const isAlone = dialect.idempotency.in === 'header'
    return [{ ...shown, name: header, description: isAlone ? 'The idempotency key.' : shown.description }]
  })
  const names = new Set(known.filter(({ in: place }) => place === 'path').map(({ name }) => name))
  const further = [...path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !names.has(name))
    .map((name): ParameterObject => {
      const schema = { type: 'string', minLength: 1 }
      return { name, in: 'path', required: true, description: 'Part of the path.', schema, example: 'any' }
    })
  return [...known, ...further]
}

/** The body of a request, its examples as the dialect wants them. The requests of the examples work where the example data is. */
export function requestBodyOf(
  { requestBody }: OperationObject,
  dialect: CompleteDialect,
): RequestBody | undefined {
  if (!requestBody) return undefined
  const content = Object.entries(requestBody.content).map(([type, media]) => [
    type,
    { ...media, examples: examplesOf(media.examples ?? {}, dialect) },
  ])
  const description =
    dialect.contentTypes === 'any' ? { description: 'Read as JSON, however it is declared.' } : {}
  return { ...requestBody, ...description, content: Object.fromEntries(content) as RequestBody['content'] }
}

function examplesOf(
  shown: Record<string, ExampleObject>,
  dialect: CompleteDialect,
): Record<string, ExampleObject> {
  const field = idempotencyField(dialect)
  const kept: Record<string, ExampleObject> = {}
  for (const [name, { summary, value }] of Object.entries(shown)) {
    const { [documentedField]: key, ...others } = value as Record<string, unknown>
    if (key === undefined) kept[name] = { summary, value }
    else if (field !== null) kept[name] = { summary, value: { ...others, [field]: key } }
  }
  return kept
}

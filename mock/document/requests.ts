import type { CompleteDialect } from '../../generated/dialect'
import { examples } from '../../generated/examples'
import type { ExampleObject, OperationObject, ParameterObject } from '../../openapi/model'
import { documentedField, idempotencyPlaces } from '../settings/idempotency-places'

const { url: knownUrl } = examples.warehouseWithSecret as { url: string }

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

// The answer that follows another one in the document.
const followingPage = 'lastPage'

/** A parameter whose examples have the names of the answers that they lead to, by which tools pair requests with answers. */
function paired({ example, ...shown }: ParameterObject, answers: readonly string[]): ParameterObject {
  const names = shown.name === 'cursor' ? answers.filter((name) => name === followingPage) : answers
  if (example === undefined || names.length === 0) return shown
  return { ...shown, examples: Object.fromEntries(names.map((name) => [name, { value: example }])) }
}

/** The names of the examples of an operation's success. */
function successNames({ responses }: OperationObject): string[] {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return Object.keys(response?.content?.['application/json']?.examples ?? {})
}

/**
 * The parameters of an operation at a path. OQ-01: the header that the document has is the one of the idempotency key, and gets the name that the
 * dialect gives it. A part in braces that only the path of the dialect has is a parameter that takes any text.
 */
export function parametersOf(
  operation: OperationObject,
  path: string,
  dialect: CompleteDialect,
): ParameterObject[] {
  const { parameters = [] } = operation
  const answers = successNames(operation)
  const { header } = idempotencyPlaces(dialect)
  const known = parameters.flatMap((shown): ParameterObject[] => {
    if (shown.in !== 'header') return [paired(changes[shown.name]?.(shown, dialect) ?? shown, answers)]
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
      const part: ParameterObject = { name, in: 'path', required: true, schema, example: 'any' }
      return paired({ ...part, description: 'Part of the path.' }, answers)
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
    { ...media, examples: requestExamples(media.examples ?? {}, dialect) },
  ])
  const description =
    dialect.contentTypes === 'any' ? { description: 'Read as JSON, however it is declared.' } : {}
  return { ...requestBody, ...description, content: Object.fromEntries(content) as RequestBody['content'] }
}

function requestExamples(
  shown: Record<string, ExampleObject>,
  dialect: CompleteDialect,
): Record<string, ExampleObject> {
  const { field } = idempotencyPlaces(dialect)
  const kept: Record<string, ExampleObject> = {}
  for (const [name, { summary, value }] of Object.entries(shown)) {
    const { [documentedField]: key, ...others } = value as Record<string, unknown>
    // The webhook of the example data has this URL already.
    if (dialect.duplicateUrls === 'reject' && others.url === knownUrl) continue
    if (key === undefined) kept[name] = { summary, value }
    else if (field !== null) kept[name] = { summary, value: { ...others, [field]: key } }
  }
  return kept
}

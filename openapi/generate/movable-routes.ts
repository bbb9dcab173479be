import { listed, operationsOf, type DialectEntry, type Document, type Method } from './document'

/** The methods that a dialect may put in the place of each method, as a pattern. */
const methods: Record<Method, string> = {
  get: 'GET',
  post: '(POST|PUT)',
  put: '(POST|PUT)',
  patch: 'PATCH',
  delete: 'DELETE',
}

/** A field with `follows: routes`, completed from the routes that the document marks as an assumption. */
export function withRoutes(entry: DialectEntry, document: Document): DialectEntry {
  const movable = [...operationsOf(document.paths)]
    .filter(({ operation }) => listed(operation['x-open-question']).length > 0)
    .map(({ operation, method, path }) => ({ id: operation.operationId, method, path }))
  const names = movable.map(({ id }) => id)
  const [first = '', ...others] = names
  const without = (absent: readonly string[]) => Object.fromEntries(absent.map((name) => [name, null]))
  return {
    default: Object.fromEntries(
      movable.map(({ id, method, path }) => [id, `${method.toUpperCase()} ${path}`]),
    ),
    values: `${enumeration(names)}, each a method and a path, or \`null\` where it is not offered`,
    samples: [{}, without([first]), without(others), without(names)],
    seenBy: entry.seenBy,
    schema: {
      ...entry.schema,
      type: 'object',
      properties: Object.fromEntries(
        movable.map(({ id, method, path }) => [
          id,
          { type: ['string', 'null'], pattern: routePattern(method, path) },
        ]),
      ),
      additionalProperties: false,
    },
  }
}

/** The pattern of a moved route. A parameter of the document's path stays a part of the path. */
function routePattern(method: Method, path: string): string {
  const [parameter] = /\{\w+\}/.exec(path) ?? []
  const rest =
    parameter === undefined ? '[^\\s?#{}]+' : `[^\\s?#]*${parameter.replace(/[{}]/g, '\\$&')}[^\\s?#]*`
  return `^${methods[method]} /v1/${rest}$`
}

function enumeration(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' and ')
}

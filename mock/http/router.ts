import { addRoute, createRouter, findRoute } from 'rou3'
import type { CompleteDialect } from '../../generated/dialect'
import { operations, type OperationDescription, type OperationId } from '../../generated/operations'
import { DialectError } from '../settings/dialect'
import { methodNotAllowed, refuse, unknownPath } from './refusal'

/** The operation that a request addresses. */
export interface Match {
  operation: OperationDescription
  params: Record<string, string>
}

/** Finds the operations of the interface by method and path. */
export interface OperationRouter {
  /** Finds the operation of a request. Throws a refusal when there is none. */
  match(method: string, path: string): Match
  /** The methods of the operations at a path. */
  allowed(path: string): string[]
}

/** The methods that `Allow` names, by the dialect's field `allow`. */
const named: Record<CompleteDialect['allow'], (others: string[], withHead: string[]) => string[]> = {
  'with-head': (_others, withHead) => withHead,
  'without-head': (others) => others,
  absent: () => [],
  'with-options': (others) => [...others, 'OPTIONS'],
  'with-head-and-options': (_others, withHead) => [...withHead, 'OPTIONS'],
}

/** Makes a router. The operations stand where the document has them, moved or removed as the dialect says. */
export function createOperationRouter(dialect: CompleteDialect): OperationRouter {
  const routes = createRouter<OperationDescription>()
  const withheld = createRouter<OperationDescription>()
  const taken = new Map<string, OperationId>()
  const methods = new Set<string>()

  for (const operation of Object.values(operations)) {
    const place = operationPlace(operation.id, dialect)
    if (place === null) {
      // A deployment may answer a request for a resource by its id in other words than one for a path at which nothing is.
      if (operation.path.endsWith('{id}'))
        addRoute(withheld, operation.method, pattern(operation.path), operation)
      continue
    }
    const [method = '', path = ''] = place.split(' ')
    const name = `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
    const other = taken.get(name)
    if (other) throw new DialectError(`operations.${operation.id} stands where ${other} is: ${place}.`)
    taken.set(name, operation.id)
    methods.add(method)
    addRoute(routes, method, pattern(path), operation)
  }

  const isAllowed = !['without-head', 'with-options'].includes(dialect.allow)
  const answersHead = isAllowed === (dialect.head === 'as-allow')
  // The library takes a path with a slash at its end for the path without it.
  const find = (among: typeof routes, method: string, path: string) =>
    path.endsWith('/') ? undefined : findRoute(among, method, path)
  const allowed = (path: string) => [...methods].filter((method) => find(routes, method, path)).sort()

  return {
    allowed,
    match(method, path) {
      // RFC 9110 section 9.1: a path that answers GET answers HEAD as well, unless the dialect says otherwise.
      const found = find(routes, method === 'HEAD' && answersHead ? 'GET' : method, path)
      if (found) return { operation: found.data, params: found.params ? decoded(found.params) : {} }
      const others = allowed(path)
      if (others.length === 0)
        throw find(withheld, method, path) ? refuse('notOffered', { value: path }) : unknownPath(path)
      const withHead = others.includes('GET') ? [...others, 'HEAD'] : others
      throw methodNotAllowed({ method, path }, withHead, named[dialect.allow](others, withHead))
    },
  }
}

/** Method and path of an operation, `null` when the dialect does not offer it. */
export function operationPlace(id: OperationId, dialect: CompleteDialect): string | null {
  const { method, path } = operations[id]
  const moved: Partial<Record<OperationId, string | null>> = dialect.operations
  return moved[id] === undefined ? `${method} ${path}` : moved[id]
}

/** A path template of the document in the syntax of rou3, whose special characters are escaped. */
function pattern(path: string): string {
  return path.replace(/\{([^}]*)\}|[\\:*(){}]/g, (special, name?: string) =>
    name === undefined ? `\\${special}` : `:${name}`,
  )
}

function decoded(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodedStep(value)]))
}

/** A step of a path, decoded. No id holds a broken escape: a step with one is left as it was sent, and leads to a 404. */
export function decodedStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

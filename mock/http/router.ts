import { addRoute, createRouter, findRoute } from 'rou3'
import type { CompleteDialect } from '../../generated/dialect'
import { operations, type OperationDescription, type OperationId } from '../../generated/operations'
import { DialectError } from '../settings/dialect'
import { methodNotAllowed, notFound } from './refusal'

/** The operation that a request addresses. */
export interface Match {
  operation: OperationDescription
  params: Record<string, string>
}

/** Finds the operation of a request, or throws the refusal that it gets. */
export type Router = (method: string, path: string) => Match

/** Routes as the document has them, moved or removed as the dialect says. */
export function createOperationRouter(dialect: CompleteDialect): {
  match: Router
  allowed: (path: string) => string[]
} {
  const routes = createRouter<OperationDescription>()
  const taken = new Map<string, OperationId>()
  const methods = new Set<string>()

  for (const operation of Object.values(operations)) {
    const place = placeOf(operation, dialect)
    if (!place) continue
    const { method, path } = place
    const name = `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`
    const other = taken.get(name)
    if (other)
      throw new DialectError(`operations.${operation.id} stands where ${other} is: ${method} ${path}.`)
    taken.set(name, operation.id)
    methods.add(method)
    addRoute(routes, method, pattern(path), operation)
  }

  const allowed = (path: string) => {
    if (path.length > 1 && path.endsWith('/')) return []
    return [...methods].filter((method) => findRoute(routes, method, path, { params: false })).sort()
  }

  return {
    allowed,
    match(method, path) {
      // RFC 9110 section 9.1: who answers GET answers HEAD.
      const found = path.endsWith('/')
        ? undefined
        : findRoute(routes, method === 'HEAD' ? 'GET' : method, path)
      if (found) return { operation: found.data, params: decoded(found.params) }
      const others = allowed(path)
      if (others.length === 0) throw notFound('There is nothing at this path.')
      throw methodNotAllowed(method, others.includes('GET') ? [...others, 'HEAD'] : others)
    },
  }
}

function placeOf(
  { id, method, path }: OperationDescription,
  dialect: CompleteDialect,
): { method: string; path: string } | undefined {
  if (id !== 'retrieveEvent' && id !== 'listWebhooks' && id !== 'createKey') return { method, path }
  const [movedMethod, movedPath] = dialect.operations[id]?.split(' ') ?? []
  return movedMethod && movedPath ? { method: movedMethod, path: movedPath } : undefined
}

/** A path template of the document as rou3 writes it. What has a meaning of its own there is escaped. */
function pattern(path: string): string {
  return path.replace(/\{([^}]*)\}|[\\:*(){}]/g, (special, name?: string) =>
    name === undefined ? `\\${special}` : `:${name}`,
  )
}

function decoded(params: Record<string, string> = {}): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    try {
      result[name] = decodeURIComponent(value)
    } catch {
      // No id holds a broken escape: as it stands, it is found nowhere.
      result[name] = value
    }
  }
  return result
}

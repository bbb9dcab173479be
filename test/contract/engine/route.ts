import type { Dialect } from '../../../generated/dialect'
import { operations, type OperationId } from '../../../generated/operations'

/** Method and path of an operation, its parameters not filled in. */
export interface Route {
  method: string
  path: string
}

/** Values of parameters, by name. */
export type Parameters = Readonly<Record<string, string | number>>

/**
 * The route of an operation, as the pinned dialect has it or else as the document does. A dialect that says that an
 * operation is not offered changes nothing: that is for the deployment to show.
 */
export function routeOf(operation: OperationId, pinned: Dialect = {}): Route {
  const { method, path } = operations[operation]
  const named = new Map<string, string | null>(Object.entries(pinned.operations ?? {})).get(operation)
  const [pinnedMethod = method, pinnedPath = path] = named?.split(' ') ?? []
  return { method: pinnedMethod, path: pinnedPath }
}

/** A path with its parameters and a query. */
export function fillPath(path: string, parameters: Parameters, query: Parameters = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name] ?? '')),
  )
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled
}

/**
 * Whether an id may stand in a path, where it is percent-encoded. Any other one, as `..` or one with a slash, could address
 * something else.
 */
export function isAddressable(id: string): boolean {
  return /^(?!\.+$)[^\s\p{C}/\\?#%]{1,1000}$/u.test(id)
}

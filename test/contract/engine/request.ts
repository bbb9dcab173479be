import type { Dialect } from '../../../generated/dialect'
import { operations, type OperationId } from '../../../generated/operations'
import type { HttpRequest } from '../wire/exchange'
import type { Key } from './keys'

/** A request of the suite. */
export interface ApiRequest {
  method: string
  /** Path and query, below the base URL. */
  path: string
  key?: Key | null
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, in place of `body`. */
  raw?: string
  contentType?: string
  /** Hands a 429 back. Otherwise the client waits and asks again. */
  takes429?: boolean
  /** Whether its start was reserved before, together with that of others. */
  reserved?: boolean
  /** Whether the document does not know such a request, so that its answer is not held against the document. */
  odd?: boolean
  /** In place of the base URL's origin. */
  origin?: string
  /** Hands the first answer back, also where that is a server error. Otherwise the client asks once more. */
  asIs?: boolean
}

/** Method and path of an operation, its parameters not filled in. */
export interface Route {
  method: string
  path: string
}

/** Values of parameters, by name. */
export type Parameters = Readonly<Record<string, string | number>>

/** A call of an operation of the interface. */
export interface Call extends Omit<ApiRequest, 'method' | 'path' | 'origin'> {
  /** Path parameters. */
  path?: Parameters
  query?: Parameters
}

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

/** A request as it goes over the wire. */
export function toHttp(sent: ApiRequest, baseUrl: string): HttpRequest {
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (sent.key) headers.Authorization = `Bearer ${sent.key.value}`
  if (body !== undefined) headers['Content-Type'] = sent.contentType ?? 'application/json'
  Object.assign(headers, sent.headers)
  const url = (sent.origin ?? baseUrl.replace(/\/+$/, '')) + sent.path
  return { method: sent.method, url, headers, body }
}

/** Method and path of a request, without ids. */
export function addressedBy({ method, path }: ApiRequest): string {
  const [pathname = ''] = path.split('?')
  return `${method} ${pathname.split('/').slice(0, 3).join('/')}`
}

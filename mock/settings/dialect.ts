import { defaultDialect, type CompleteDialect, type Dialect } from '../../generated/dialect'
import { validateDialect } from '../../generated/dialect-validators'
import type { ValidationError } from '../../openapi/model'
import { nearest } from './nearest'

/**
 * A dialect that is wrong: the message names each wrong field and what would be right.
 *
 * @example
 * try {
 *   createBackend({ dialect: JSON.parse(text) as Dialect })
 * } catch (error) {
 *   if (error instanceof DialectError) console.error(error.message)
 * }
 */
export class DialectError extends TypeError {
  override readonly name = 'DialectError'
}

const fields: Record<string, readonly string[]> = {
  '': Object.keys(defaultDialect),
  '/idempotency': ['in', 'name'],
  '/errorCodes': Object.keys(defaultDialect.errorCodes),
  '/signature': ['scheme', 'header'],
  '/operations': Object.keys(defaultDialect.operations),
}

const shapes: Record<string, string> = {
  '/idempotency': '{ "in": "both" } or { "in": "header" | "body", "name": "..." }',
  '/operations/retrieveEvent': 'null or like GET /v1/events/{id}',
  '/operations/listWebhooks': 'null or like GET /v1/webhooks',
  '/operations/createKey': 'null or like POST /v1/keys',
}

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

// Each request or delivery has these already, with a meaning of their own.
const taken =
  /^(authorization|content-type|content-length|transfer-encoding|connection|host|user-agent|x-mock-session)$/i

/**
 * Completes a dialect with the defaults. Throws a {@link DialectError} when a field is unknown or has a wrong value.
 *
 * @example
 * resolveDialect({ createEventStatus: 200 }).replayEventStatus  // 201
 */
export function resolveDialect(dialect: Dialect = {}): CompleteDialect {
  if (!validateDialect(dialect)) {
    const messages = new Set((validateDialect.errors ?? []).map((error) => explain(error, dialect)))
    throw new DialectError([...messages].join(' '))
  }
  const complete: CompleteDialect = {
    ...defaultDialect,
    ...dialect,
    errorCodes: { ...defaultDialect.errorCodes, ...dialect.errorCodes },
    operations: { ...defaultDialect.operations, ...dialect.operations },
  }
  refuseUnusableNames(complete)
  return complete
}

function refuseUnusableNames({ idempotency, signature }: CompleteDialect): void {
  const refuseHeader = (field: string, name: string) => {
    if (token.test(name) && !taken.test(name)) return
    const why = taken.test(name) ? 'is a header with another meaning' : 'is no name of a header'
    throw new DialectError(`${field} ${JSON.stringify(name)} ${why}.`)
  }
  if (idempotency.in === 'header') refuseHeader('idempotency.name', idempotency.name)
  if (idempotency.in === 'body' && (idempotency.name === 'type' || idempotency.name === 'data')) {
    throw new DialectError(`idempotency.name cannot be ${idempotency.name}, a field that every event has.`)
  }
  if (signature.header !== undefined) refuseHeader('signature.header', signature.header)
}

function explain({ instancePath, keyword, params, message }: ValidationError, dialect: unknown): string {
  if (/^\/idempotency(\/|$)/.test(instancePath)) return explainIdempotency(valueAt(dialect, '/idempotency'))
  const name = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') {
    return unknownField(instancePath, name, String(params.additionalProperty))
  }
  const subject = name === '' ? 'A dialect' : name
  const shape = shapes[instancePath]
  if (shape) return `${subject} must be ${shape}.`
  if (keyword === 'enum') {
    const allowed = (params.allowedValues as unknown[]).map(String)
    const near = nearest(String(valueAt(dialect, instancePath)), allowed)
    return `${subject} must be one of ${allowed.join(', ')}. The nearest one is ${near}.`
  }
  if (keyword === 'minimum' || keyword === 'maximum') {
    const bound = keyword === 'minimum' ? 'least' : 'most'
    return `${subject} must be at ${bound} ${String(params.limit)}, which is the nearest right value.`
  }
  if (keyword === 'not') return `${subject} cannot be 204 or 205, which have no body.`
  if (keyword === 'required') return `${subject} needs the field ${String(params.missingProperty)}.`
  if (keyword === 'type') {
    const type = String(params.type)
    return `${subject} must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}.`
  }
  return `${subject} ${message ?? 'is wrong'}.`
}

/** Its alternatives fail one by one: what counts is the shape that they have in common. */
function explainIdempotency(given: unknown): string {
  const names = fields['/idempotency'] ?? []
  const entries = typeof given === 'object' && given !== null ? Object.entries(given) : []
  const [unknown] = entries.find(([name]) => !names.includes(name)) ?? []
  if (unknown !== undefined) return unknownField('/idempotency', 'idempotency', unknown)
  const [, place] = entries.find(([name]) => name === 'in') ?? []
  const places = ['both', 'header', 'body']
  const near =
    typeof place === 'string' && !places.includes(place)
      ? ` The nearest value of in is ${nearest(place, places)}.`
      : ''
  return `idempotency must be ${shapes['/idempotency']}.${near}`
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)
}

function unknownField(path: string, parent: string, field: string): string {
  const known = fields[path] ?? []
  const full = (name: string) => (parent ? `${parent}.${name}` : name)
  return `${full(field)} is no field of a dialect. The nearest one is ${full(nearest(field, known))}.`
}

import { type CompleteDialect, defaultDialect } from '../../../generated/dialect'
import { operations, type OperationId } from '../../../generated/operations'
import { isJsonObject } from '../../http/json-value'
import { decodedStep } from '../../http/router'
import {
  bodySource,
  type CopiedRequest,
  exactValue,
  Expression,
  headerOf,
  headersObject,
  isEmpty,
  type Pieces,
  quoted,
  sourceOf,
  template,
} from './source'

/** A program of one statement that sends the request again. */
export function asFetch({ method, path, headers, body }: CopiedRequest, baseUrl: string): string {
  const options = {
    method: method === 'GET' ? undefined : method,
    headers: headersObject(headers),
    body: body === undefined ? undefined : bodySource(body, '  '),
  }
  const call = `fetch(${quoted(baseUrl + path)}${isEmpty(options) ? '' : `, ${sourceOf(options)}`})`
  return `const response = await ${call}\nconsole.log(response.status, await response.text())\n`
}

/** A program as text, or the reason why there is none. */
export type CopiedText = { text: string } | { reason: string }

/** The fields of a dialect that a client of the SDK has to be told. */
const toldFields = ['idempotency', 'operations'] as const

/**
 * A request as a program with the SDK. Where the SDK refuses such a call before it sends anything, and so cannot repeat the request,
 * the reason takes the place of the program.
 */
export function asSdk(
  request: CopiedRequest,
  operation: OperationId | undefined,
  dialect: Pick<CompleteDialect, (typeof toldFields)[number]>,
  baseUrl: string,
): CopiedText {
  const made = sdkCall(request, operation, dialect)
  if ('reason' in made) return made
  const told = toldFields.filter(
    (field) => JSON.stringify(dialect[field]) !== JSON.stringify(defaultDialect[field]),
  )
  const options = {
    apiKey: keyExpression(request),
    baseUrl,
    dialect: told.length === 0 ? undefined : Object.fromEntries(told.map((field) => [field, dialect[field]])),
  }
  const lines = [
    "import { EventDelivery } from '@event-delivery/sdk'",
    '',
    `const client = new EventDelivery(${sourceOf(options)})`,
    `console.log(await ${made.call})`,
  ]
  return { text: `${lines.join('\n')}\n` }
}

/** The API key that a request bore, as an expression. */
function keyExpression({ headers }: CopiedRequest): Expression {
  const value = headers.find(([name]) => name === 'authorization')?.[1] ?? []
  const pieces: Pieces = value
    .map((piece, index) =>
      index === 0 && typeof piece === 'string' ? piece.replace(/^Bearer +/i, '') : piece,
    )
    .filter((piece) => piece !== '')
  const [only] = pieces
  return pieces.length === 1 && only instanceof Expression ? only : new Expression(template(pieces))
}

/** A call of the SDK as an expression, or the reason why the SDK makes no such call. */
type SdkCall = { call: string } | { reason: string }

/** A request, taken apart as the SDK takes its arguments. */
interface Parts {
  /** The last segment of the path. */
  id: string
  query: URLSearchParams
  /** The members of the JSON object in the body, `undefined` where JavaScript would write the body otherwise. */
  fields: Record<string, unknown> | undefined
  /** The field of the body in which the dialect reads the idempotency key, and the key of its header. */
  keyField: string | undefined
  keyInHeader: string | undefined
  /** The headers besides those that the SDK sends by itself. */
  headers: Record<string, Expression> | undefined
}

const sdkHeaders = new Set(['authorization', 'content-type', 'accept'])

/** The operations of which the SDK refuses some requests before it sends anything, or whose arguments it takes in a way of their own. */
const checkedCalls: Readonly<Partial<Record<OperationId, (parts: Parts) => SdkCall>>> = {
  createEvent({ fields, keyField, keyInHeader, headers }) {
    if (!fields) return unlike
    const { [keyField ?? '']: keyInBody, type, data, ...others } = fields
    if (typeof type !== 'string' || data === undefined) {
      return { reason: 'The SDK sends no event without type, which is a text, and data.' }
    }
    const [stray] = Object.keys(others)
    if (stray !== undefined) return { reason: `The SDK sends no field ${stray} in an event.` }
    const idempotencyKey = keyInBody ?? keyInHeader
    if (idempotencyKey !== undefined && !isKey(idempotencyKey)) {
      return { reason: 'The SDK sends no idempotency key but 1 to 255 printable ASCII characters.' }
    }
    return called('client.events.create', [{ type, data }], { idempotencyKey, headers })
  },
  createWebhook({ fields, headers }) {
    if (!fields) return unlike
    const { url, events } = fields
    if (typeof url !== 'string' || !/^https:\/\/[^/?#\s]/i.test(url)) {
      return { reason: 'The SDK registers no webhook without an https URL.' }
    }
    if (!Array.isArray(events) || events.length === 0) {
      return { reason: 'The SDK registers no webhook without event types.' }
    }
    return called('client.webhooks.create', [fields], { headers })
  },
  createKey({ fields, headers }) {
    if (!fields) return unlike
    if (!fields.name) return { reason: 'The SDK creates no key without a name.' }
    return called('client.keys.create', [fields], { headers })
  },
}

/** The SDK's call for a request to any other operation. */
function usualCall(operation: OperationId, { id, query, fields, headers }: Parts): SdkCall {
  const { sdkMethod, path, method, request } = operations[operation]
  const name = `client.${sdkMethod}`
  if (path.endsWith('{id}')) return named(name, id, headers)
  if (method === 'GET') return called(name, [pageOf(query)], { headers })
  return request && !fields ? unlike : called(name, [fields], { headers })
}

const unlike: SdkCall = {
  reason: 'The SDK would write this body otherwise: it is no JSON object, or holds a number beyond a double.',
}

/** The SDK's call for a request, as an expression of a `client`. */
function sdkCall(
  request: CopiedRequest,
  operation: OperationId | undefined,
  { idempotency }: Pick<CompleteDialect, 'idempotency'>,
): SdkCall {
  const url = new URL(request.path, 'http://localhost')
  if (operation === undefined) return { reason: `The SDK has no call for ${request.method} ${url.pathname}.` }
  if (!/^Bearer +\S/i.test(headerOf(request, 'authorization') ?? '')) {
    return { reason: 'The SDK sends no request without an API key.' }
  }
  const place = idempotency.in === 'both' ? undefined : idempotency
  const keyHeader = place?.in === 'body' ? undefined : (place?.name ?? 'Idempotency-Key').toLowerCase()
  const keyField = place?.in === 'header' ? undefined : (place?.name ?? 'idempotencyKey')
  const others = request.headers.filter(([name]) => !sdkHeaders.has(name) && name !== keyHeader)
  const parts = {
    id: decodedStep(url.pathname.split('/').at(-1) ?? ''),
    query: url.searchParams,
    fields: fieldsOf(request.body),
    keyField,
    keyInHeader: keyHeader === undefined ? undefined : headerOf(request, keyHeader),
    headers: headersObject(others),
  }
  return checkedCalls[operation]?.(parts) ?? usualCall(operation, parts)
}

function fieldsOf(body: string | undefined): Record<string, unknown> | undefined {
  const value = body === undefined ? undefined : exactValue(body)?.value
  return isJsonObject(value) ? value : undefined
}

function isKey(key: unknown): key is string {
  return typeof key === 'string' && /^[!-~]([ -~]{0,253}[!-~])?$/.test(key)
}

function pageOf(query: URLSearchParams): object {
  const limit = query.get('limit')
  return { limit: limit === null ? undefined : Number(limit), cursor: query.get('cursor') ?? undefined }
}

function named(method: string, id: string, headers: Parts['headers']): SdkCall {
  if (!/^(?!\.+$)[^\s\p{C}/\\?#%{}]+$/u.test(id)) {
    return { reason: 'The SDK takes no id with letters that lead to another path.' }
  }
  return called(method, [id], { headers })
}

function called(method: string, required: readonly unknown[], options: object): SdkCall {
  const given = [...required, options]
  // Options that say nothing are left out from the end.
  while (given.length > 0 && isEmpty(given.at(-1))) given.pop()
  return { call: `${method}(${given.map((value) => sourceOf(value)).join(', ')})` }
}

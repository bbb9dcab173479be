import { STATUS_CODES } from 'node:http'
import { at } from '../wire/json'
import { operations, type OperationId, type SchemaName } from '../../../generated/operations'
import { responseValidators } from '../../../generated/response-validators'
import type { Validate, ValidationError } from '../../../openapi/model'
import { readUtcTime } from './utc-time'
import type { Answer } from '../wire/client'

/** A point in which an answer leaves the document, and the rule that it breaks. */
export interface Finding {
  rule: string
  message: string
}

const validators: Readonly<Partial<Record<SchemaName, Validate<unknown>>>> = responseValidators

/**
 * The rule that an answer to an operation breaks where its body departs from the schema, by the place in the body. The first pattern that matches
 * decides; the last one stands for the body as a whole.
 */
const places: Partial<Record<OperationId, readonly (readonly [RegExp, string])[]>> = {
  createEvent: [
    [/^\/id/, 'EV-7'],
    [/^\/created/, 'EV-9'],
    [/^\/type/, 'EV-8'],
    [/^/, 'EV-3'],
  ],
  listEvents: [
    [/^\/data#maxItems/, 'PG-3'],
    [/^\/data\/\d+\/id/, 'EV-7'],
    [/^\/data\/\d+\/created/, 'EV-9'],
    [/^\/data\/\d+/, 'PG-8'],
    [/^\/nextCursor/, 'PG-5'],
    [/^/, 'PG-1'],
  ],
  createWebhook: [
    [/^\/id/, 'WH-8'],
    [/^\/(url|events)/, 'WH-9'],
    [/^\/description/, 'WH-7'],
    [/^\/status/, 'WH-10'],
    [/^\/secret/, 'WH-11'],
    [/^\/created/, 'WH-12'],
    [/^/, 'WH-1'],
  ],
  deleteWebhook: [[/^/, 'WD-2']],
}

/**
 * The refusals that only the service itself can make, of what a request says. Their body is the error that the interface
 * describes. It leaves open what a 401, a 429 and a 500 hold (OQ-09), and a gateway may give the other refusals.
 */
const shapedRefusals: ReadonlySet<number> = new Set([400, 404, 409, 422])

/** The status that HTTP reserves and gives no meaning, though Node names it (RFC 9110, 15.5.19). */
const unused = 418

/** The operations on which no full key is refused. Which webhooks a key may register and delete, a service may say by any refusal. */
const openToFullKeys: ReadonlySet<OperationId> = new Set<OperationId>(['createEvent', 'listEvents'])

/**
 * The points in which an answer leaves the document. Operations whose path is an assumption are observed only.
 *
 * @param wasAccepted Whether the request bore a full key that the service has accepted before.
 */
export function examine(operation: OperationId | undefined, answer: Answer, wasAccepted: boolean): Finding[] {
  const { status, text, json } = answer
  if (status >= 500) return [{ rule: 'ER-5', message: `A client's request was answered by ${status}.` }]
  if (operation === undefined || operations[operation].assumed) return []
  if (status === 401 && wasAccepted && openToFullKeys.has(operation))
    return [{ rule: 'AU-1', message: 'A key that was accepted before was answered by 401.' }]
  const isSuccess = status >= 200 && status < 300
  if (!isSuccess && !shapedRefusals.has(status))
    return status in STATUS_CODES && status !== unused
      ? []
      : [{ rule: 'GN-2', message: `${status} is no standard HTTP status.` }]
  if (text === '') {
    return [{ rule: isSuccess ? bodyRule(operation) : 'ER-1', message: `The ${status} has no body.` }]
  }
  const findings = examineJson(answer)
  const schema = isSuccess ? successSchemas.get(operation) : 'Error'
  const validate = schema && validators[schema]
  if (json === undefined || !validate || validate(json)) return findings
  const errors = (validate.errors ?? []).filter((error) => !isOpen(error, json))
  return [...findings, ...errors.map((error) => toFinding(error, isSuccess ? operation : undefined))]
}

function examineJson(answer: Answer): Finding[] {
  const type = answer.headers.get('content-type') ?? ''
  const findings: Finding[] = []
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    const message = `The Content-Type is ${type || 'missing'}, not application/json.`
    findings.push({ rule: 'GN-1', message })
  }
  if (answer.json === undefined) findings.push({ rule: 'GN-1', message: 'The body is no JSON.' })
  return findings
}

/** The schema of each operation's success. */
const successSchemas: ReadonlyMap<string, SchemaName | null | undefined> = new Map(
  Object.entries(operations).map(([operation, { responses }]) => [
    operation,
    Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].schema,
  ]),
)

/** The rule on the body of a success as a whole. */
function bodyRule(operation: OperationId): string {
  return places[operation]?.at(-1)?.[1] ?? 'GN-1'
}

function toFinding(error: ValidationError, operation: OperationId | undefined): Finding {
  const missing = error.keyword === 'required' ? `/${String(error.params.missingProperty)}` : ''
  const place = error.instancePath + missing
  const message = `${place || 'The body'}: ${missing ? 'is missing' : (error.message ?? error.keyword)}`
  if (!operation) return { rule: place.startsWith('/error/param') ? 'ER-2' : 'ER-1', message }
  // A field that is missing from the object itself breaks the rule on the object.
  if (missing && error.instancePath === '') return { rule: bodyRule(operation), message }
  const [, rule = 'GN-1'] =
    places[operation]?.find(([pattern]) => pattern.test(`${place}#${error.keyword}`)) ?? []
  return { rule, message }
}

/**
 * Whether an error concerns an open question: `nextCursor` on the last page (OQ-04), a `param` that is null, or one of the
 * forms of ISO 8601 that the document does not describe.
 */
function isOpen(error: ValidationError, json: unknown): boolean {
  if (error.keyword === 'pattern' && error.instancePath.endsWith('/created')) {
    return readUtcTime(at(json, error.instancePath)) !== undefined
  }
  if (error.instancePath === '/error/param') {
    return (json as { error: { param?: unknown } }).error.param === null
  }
  return error.instancePath === '/nextCursor' && (json as { hasMore?: unknown }).hasMore === false
}

import type { CompleteDialect } from '../../../generated/dialect'
import type { RequestEntry } from '../../journal/entry'
import type { SentRequest } from './as-fetch'
import { objectIn } from './stated-object'

/**
 * The request without which an entry would have had another answer: the creation whose idempotency key it repeats, the webhook whose
 * URL it has, or the one that used up the rate limit. `undefined` where the answer rests on no other request.
 */
export function earlierRequest(
  request: SentRequest,
  entry: RequestEntry,
  situation: string | null | undefined,
): SentRequest | undefined {
  if (entry.fault !== undefined) return undefined
  if (entry.replayed) return withMembers(request, createdMembers(request, entry))
  if (situation === 'idempotencyMismatch') return withMembers(request, otherData(request))
  const isSame = entry.status === 429 || situation === 'rateLimited' || situation === 'duplicateUrl'
  return isSame ? request : undefined
}

/**
 * The reason why nobody can tell whether a refusal rests on an earlier request: the mock has forgotten this one, and it plays a dialect
 * in which such refusals exist. `undefined` where it is plain.
 */
export function unclearReason(
  { operation, status }: RequestEntry,
  situation: string | null | undefined,
  { idempotencyMismatch, duplicateUrls }: Pick<CompleteDialect, 'idempotencyMismatch' | 'duplicateUrls'>,
): string | undefined {
  if (situation !== undefined || status < 400 || status >= 500) return undefined
  const mayRest =
    (operation === 'createEvent' && idempotencyMismatch !== 'original') ||
    (operation === 'createWebhook' && duplicateUrls === 'reject')
  return mayRest
    ? 'The mock no longer holds this request, which may have been refused for an earlier one.'
    : undefined
}

/** The members of the event that the request got back. They are those of the first request, and need not be those of this one. */
function createdMembers({ body }: SentRequest, { answer }: RequestEntry): object | undefined {
  const sent = typeof body === 'string' ? objectIn(body) : undefined
  const { type, data } = objectIn(answer) ?? {}
  const isSame = JSON.stringify([sent?.type, sent?.data]) === JSON.stringify([type, data])
  return isSame || type === undefined ? undefined : { type, data }
}

function otherData({ body }: SentRequest): object {
  const sent = typeof body === 'string' ? objectIn(body) : undefined
  const other = { earlier: true }
  return { data: JSON.stringify(sent?.data) === JSON.stringify(other) ? { earlier: false } : other }
}

function withMembers(request: SentRequest, members: object | undefined): SentRequest {
  const sent = typeof request.body === 'string' ? objectIn(request.body) : undefined
  return sent && members ? { ...request, body: JSON.stringify({ ...sent, ...members }) } : request
}

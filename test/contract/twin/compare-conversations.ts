import { commonEncoding, decodedBody } from '../probes/choices/delivery-encoding'
import { differencesOf, headerDifferences, valueDifferences, type AnswerDifference } from './compare'
import { plannedRequests } from '../probes/requests/ask'
import { isRefusal, itemsOf } from '../probes/expect'
import { valueKindOf, layoutOf } from '../probes/choices/value-kinds'
import { furtherParameters, isTellingDelivery } from '../probes/choices/delivery-headers'
import type { Conversation, Made } from './conversation'
import type { PlannedRequest } from '../probes/requests/planned-request'
import type { Delivery } from '../receiver/inbox'
import { operations } from '../../../generated/operations'
import { situations, type Situation } from '../../../generated/situations'
import type { Dialect } from '../../../generated/dialect'

/** A difference, with the field of a dialect that could express it. */
export interface ExplainedDifference extends AnswerDifference {
  field?: string
}

/** One planned request, or the delivery of an event, with the differences between both sides. */
export interface ComparedExchange {
  name: string
  title: string
  differences: ExplainedDifference[]
}

/** The word for a delivery that did not come. */
export const undelivered = 'not delivered'

/** The differences of two conversations, by planned request. `redact` hides the keys and secrets in what is shown. */
export function compareConversations(
  live: Conversation,
  twin: Conversation,
  redact: (text: string) => string,
): ComparedExchange[] {
  const shown = (one: ExplainedDifference) => ({ ...one, live: redact(one.live), twin: redact(one.twin) })
  const areSeveral = hasSeveralLayouts(live)
  const compared = plannedRequests.flatMap((planned) => {
    const [one, other] = [live.made.get(planned.name), twin.made.get(planned.name)]
    if (!one || !other) return []
    // An exchange that the deployment was not asked for lack of a key shows no difference.
    if ('reason' in one && ('reason' in other || one.remedy !== undefined)) return []
    const isRefused = 'seen' in one && isRefusal(one.seen.answer)
    const differences = compareMade(one, other, planned, areSeveral).map((found) => ({
      ...found,
      field: fieldFor(planned, found.where, isRefused),
    }))
    return [{ name: planned.name, title: planned.title, differences: differences.map(shown) }]
  })
  const delivery = compareDeliveries(live, twin)
  return delivery ? [...compared, { ...delivery, differences: delivery.differences.map(shown) }] : compared
}

/**
 * The differences of the two outcomes of one planned request. Where a deployment writes its times in several forms, as one that leaves out a fraction
 * of nought, no dialect can state them, and all times count as equal.
 */
export function compareMade(
  live: Made,
  twin: Made,
  { comparesStatus = false }: Pick<PlannedRequest, 'comparesStatus'> = {},
  areSeveral = false,
): AnswerDifference[] {
  if ('seen' in live && 'seen' in twin) {
    const differences = differencesOf(live.seen.answer, twin.seen.answer)
    if (comparesStatus) return differences.filter(({ where }) => where === 'status')
    const isTime = (text: string) => valueKindOf(text) === 'timestamp'
    return differences.filter((one) => !areSeveral || !isTime(one.live) || !isTime(one.twin))
  }
  const tell = (made: Made) => ('reason' in made ? made.reason : String(made.seen.answer.status))
  return [{ where: 'status', live: tell(live), twin: tell(twin) }]
}

/** Whether the times of creation in a conversation are written in more than one form. */
export function hasSeveralLayouts({ made }: Conversation): boolean {
  const answers = [...made.values()].flatMap((one) => ('seen' in one ? [one.seen.answer] : []))
  const objects = answers.flatMap((answer) => [answer.fields, ...itemsOf(answer)])
  const times = objects.map((one) => (one as { created?: unknown } | null)?.created)
  const layouts = times.flatMap((time) => (typeof time === 'string' ? [layoutOf(time)] : []))
  return new Set(layouts).size > 1
}

/** The differences of two bodies: of what they hold, and of how that is written. */
function bodyDifferences(live: Delivery, twin: Delivery) {
  const [one, other] = [decodedBody(live), decodedBody(twin)]
  if (!one || !other)
    return { encoding: [], body: valueDifferences(live.json ?? live.text, twin.json ?? twin.text, 'body') }
  // A value that differs in each delivery has the same place in both.
  const written = commonEncoding(one.encoding, other.encoding)
  const twinWritten = commonEncoding(other.encoding, one.encoding)
  return {
    encoding: valueDifferences(written, twinWritten, 'encoding'),
    body: valueDifferences(one.value ?? null, other.value ?? null, 'body'),
  }
}

function compareDeliveries(live: Conversation, twin: Conversation): ComparedExchange | undefined {
  const [one, other] = [live.delivery, twin.delivery]
  if (!one && !other) return undefined
  const base = { name: 'delivery', title: 'delivery of an event' }
  if (!one || !other) {
    const tell = (seen: unknown) => (seen ? 'delivered' : undelivered)
    return { ...base, differences: [{ where: 'delivery', live: tell(one), twin: tell(other) }] }
  }
  const expressedBy = (field: string, found: readonly AnswerDifference[]) =>
    found.map((difference) => ({ ...difference, field }))
  const scheme = { where: 'signature', live: one.scheme, twin: other.scheme }
  const headers = headerDifferences(one.delivery.headers, other.delivery.headers, isTellingDelivery)
  const { encoding, body } = bodyDifferences(one.delivery, other.delivery)
  const [query, twinQuery] = [one, other].map(({ delivery, url }) =>
    Object.fromEntries(furtherParameters(delivery, url)),
  )
  return {
    ...base,
    differences: [
      ...expressedBy('signature', one.scheme === other.scheme ? [] : [scheme]),
      ...expressedBy('headers.delivery', headers),
      ...expressedBy('extras.delivery', valueDifferences(query, twinQuery, 'query')),
      ...expressedBy('deliveryEncoding', encoding),
      ...expressedBy('deliveryBody', body),
    ],
  }
}

/** The fields of a dialect that state a header. */
const ofHeaders: Readonly<Partial<Record<string, keyof Dialect>>> = {
  'www-authenticate': 'challenge',
  allow: 'allow',
  'retry-after': 'retryAfter',
}

/** The field of a dialect that could express a difference; `undefined` where none can. */
function fieldFor(
  { situation, resource, name, operation }: PlannedRequest,
  where: string,
  isRefused: boolean,
): string | undefined {
  if (where === 'status') {
    if (situation === undefined)
      return operation && operations[operation].assumed ? 'operations' : statusFields[name]
    return situations[situation].decidedBy ?? refusalStatuses[situation] ?? `errors.${situation}.status`
  }
  const header = /^header (.+)$/.exec(where)?.[1]
  if (header !== undefined)
    return ofHeaders[header] ?? (name === 'replay' ? 'replayHeader or headers' : 'headers')
  if (isRefused) {
    const part = /^body\.error\.(code|message|param)/.exec(where)?.[1]
    if (situation === undefined) return undefined
    if (part !== undefined) return `errors.${situation}.${part}`
    return where === 'body' ? `errors.${situation}.body` : 'extras.error'
  }
  if (where.endsWith('.created')) return 'timestamps'
  if (where === 'body.nextCursor') return 'lastPageCursor'
  if (where === 'body.description') return 'omittedDescription'
  if (where === 'body.data.length') return name === 'default-page' ? 'defaultPageSize' : undefined
  return resource === undefined ? undefined : `extras.${resource}`
}

/** The fields that state the status of a refusal. */
const refusalStatuses: Readonly<Partial<Record<Situation, keyof Dialect>>> = {
  missingScope: 'missingScopeStatus',
  expiredKey: 'expiredKeyStatus',
}

/** The fields that state the status of a success. Whether a deployment offers an operation whose route is assumed, the field `operations` states. */
const statusFields: Readonly<Partial<Record<string, keyof Dialect>>> = {
  'create-event': 'createEventStatus',
  'create-with-key': 'createEventStatus',
  replay: 'replayEventStatus',
  'delete-webhook': 'deleteWebhookStatus',
  'delete-described-webhook': 'deleteWebhookStatus',
  'head-of-the-list': 'head',
  'options-of-the-list': 'options',
}

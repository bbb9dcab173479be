import type { CompleteDialect } from '../../generated/dialect'
import { text, valuesOf, type Fields, type AnswerKind, type Values } from './sources'
import type { Chance } from './shapes'
import { timestampWriter, type TimestampWriter } from './timestamp'

/** Makes the further headers of an answer or a delivery. */
export type HeaderValues = (fields: Fields, chance: Chance) => Record<string, string>

/** The timestamps, further fields and further headers of a dialect, prepared once for all resources, answers and deliveries. */
export interface Additions {
  timestamp: TimestampWriter
  /** OQ-38: the further fields of each kind that has some. */
  fields: Partial<Record<AnswerKind | 'listedWebhook' | 'webhookList', Values>>
  /** OQ-38: the further headers of each kind that has some. Those that every answer has are among them. */
  headers: Partial<Record<AnswerKind, HeaderValues>>
}

const kinds = ['every', 'event', 'webhook', 'list', 'error', 'deletion'] as const

/** The additions of a dialect. */
export function additionsOf({ timestamps, extras, headers, webhookList }: CompleteDialect): Additions {
  const { event, webhook, list, error, deletion, delivery } = extras
  const additions: Additions = { timestamp: timestampWriter(timestamps), fields: {}, headers: {} }
  // OQ-16: a listed webhook has the fields of a registered one, and its list those of the list of events, unless stated.
  const ofWebhooks = { listedWebhook: webhookList.item ?? webhook, webhookList: webhookList.list ?? list }
  for (const [kind, sources] of Object.entries({
    event,
    webhook,
    list,
    error,
    deletion,
    delivery,
    ...ofWebhooks,
  })) {
    const values = valuesOf(sources)
    if (values) additions.fields[kind as AnswerKind] = values
  }
  for (const kind of kinds) {
    const values = headerValues({ ...headers.every, ...headers[kind] })
    if (values) additions.headers[kind] = values
  }
  const ofRetrieval = headerValues({ ...headers.every, ...headers.event, ...headers.retrieval })
  if (ofRetrieval) additions.headers.retrieval = ofRetrieval
  const ofDelivery = headerValues(headers.delivery)
  if (ofDelivery) additions.headers.delivery = ofDelivery
  return additions
}

/** The further headers of a refusal that states some of its own (OQ-09). */
export function refusalHeaders(
  { headers }: Pick<CompleteDialect, 'headers'>,
  own: Parameters<typeof valuesOf>[0],
): HeaderValues | undefined {
  return own && headerValues({ ...headers.every, ...headers.error, ...own })
}

/** Headers by their names in small letters. A header without a value is left out. */
function headerValues(sources: Parameters<typeof valuesOf>[0]): HeaderValues | undefined {
  const values = valuesOf(sources)
  if (!values) return undefined
  return (fields, chance) => {
    const written: Record<string, string> = {}
    for (const [name, value] of Object.entries(values(fields, chance))) {
      const line = asHeader(text(value))
      if (line !== '') written[name.toLowerCase()] = line
    }
    return written
  }
}

/** A text that a header can hold: other characters are percent-encoded. */
function asHeader(value: string): string {
  return value
    .replace(/[^\x20-\x7e]/gu, (sign) => encodeURIComponent(/\p{Cs}/u.test(sign) ? '\ufffd' : sign))
    .trim()
}

import type { CompleteDialect } from '../../generated/dialect'
import { parseTimestamp } from '../settings/timestamp'
import { chanceOf } from '../settings/sources'
import type { Settings } from '../settings/settings'
import type { StoredWebhook } from '../store/records'

/** An event before it is written as JSON. */
export interface UnwrittenEvent {
  id: string
  type: string
  created: string
  /** The payload as JSON text, exactly as it was sent. */
  data: string
}

/** The JSON text of an event, with the further fields of the dialect. */
export function eventJson(event: UnwrittenEvent, { additions }: Pick<Settings, 'additions'>): string {
  const { id, type, created, data } = event
  const json = `{"id":${quoted(id)},"type":${quoted(type)},"created":"${created}","data":${data}`
  const { event: values } = additions.fields
  if (!values) return `${json}}`
  const further = JSON.stringify(values({ id, type, created }, chanceOf(id, parseTimestamp(created))))
  return further === '{}' ? `${json}}` : `${json},${further.slice(1)}`
}

// Such a text stands in JSON as it is. To look whether it is one takes a third of the time of `JSON.stringify`.
const plain = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** OQ-25: the description of a webhook that has none. */
const omitted: Record<CompleteDialect['omittedDescription'], string | null | undefined> = {
  absent: undefined,
  null: null,
  empty: '',
}

/** The webhook resource of the document, with the further fields of the dialect and without the secret (WH-3). */
export function webhookResource(
  webhook: StoredWebhook,
  { additions, dialect }: Pick<Settings, 'additions' | 'dialect'>,
  place: 'webhook' | 'listedWebhook' = 'webhook',
): object {
  const { id, url, events, status, created } = webhook
  const description = webhook.description ?? omitted[dialect.omittedDescription]
  const shown = { id, url, events, description, status, created }
  const values = additions.fields[place]
  return values
    ? { ...shown, ...values({ id, url, status, created }, chanceOf(id, parseTimestamp(created))) }
    : shown
}

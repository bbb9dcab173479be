import type { CompleteDialect } from '../../generated/dialect'
import { scanJson } from '../http/json-text'
import type { StoredEvent } from '../store/store'

/**
 * OQ-13: the text that a store keeps for the deliveries of an event. It is the body itself, or the event where a template
 * is filled in anew for each attempt. `data` is repeated exactly as it was sent.
 */
export function storedBody(
  { json, type, created }: Pick<StoredEvent, 'json' | 'type' | 'created'>,
  kind: CompleteDialect['deliveryBody'],
  data = kind === 'standard-webhooks' ? (scanJson(json, 'data').member ?? 'null') : '',
): string {
  if (kind !== 'standard-webhooks') return json
  return `{"type":${JSON.stringify(type)},"timestamp":"${created}","data":${data}}`
}

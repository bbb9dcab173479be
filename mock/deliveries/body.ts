import type { CompleteDialect } from '../../generated/dialect'
import { scanJson } from '../http/json-text'
import type { StoredEvent } from '../store/records'

/**
 * OQ-13: the text of which the deliveries of an event are made. It is the body itself, or the event where a template is
 * filled in anew for each attempt. `data` is repeated exactly as it was sent.
 */
export function deliveryText(
  { json, type, created }: StoredEvent,
  kind: CompleteDialect['deliveryBody'],
): string {
  if (kind !== 'standard-webhooks') return json
  const data = scanJson(json, 'data').member ?? 'null'
  return `{"type":${JSON.stringify(type)},"timestamp":"${created}","data":${data}}`
}

import type { CompleteDialect } from '../../generated/dialect'
import { scanJson } from '../http/json-text'
import type { StoredEvent } from '../store/store'

/** OQ-13: the body of the deliveries of an event. `data` is repeated exactly as it was sent. */
export function deliveryBody(
  { json, type, created }: Pick<StoredEvent, 'json' | 'type' | 'created'>,
  kind: CompleteDialect['deliveryBody'],
  data = kind === 'event' ? '' : (scanJson(json, 'data').member ?? 'null'),
): string {
  if (kind === 'event') return json
  return `{"type":${JSON.stringify(type)},"timestamp":"${created}","data":${data}}`
}

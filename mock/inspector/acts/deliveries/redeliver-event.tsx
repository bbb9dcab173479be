import type { EventRow } from '../../store/row'
import { ActButton } from '../form/act-button'

/** Sends the failed deliveries of one event again. Absent where none failed. */
export function RedeliverEvent({ row }: { row: EventRow }) {
  if (!row.attempts.some(({ outcome }) => outcome !== 'delivered')) return null
  return (
    <ActButton
      text="Redeliver failed"
      label={`Redeliver failed of ${row.id}`}
      request={{ method: 'POST', path: '/__mock/deliveries/redeliver', body: { event: row.id } }}
      said="Failed deliveries are sent again."
    />
  )
}

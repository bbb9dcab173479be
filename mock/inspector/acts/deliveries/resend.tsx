import { useState } from 'preact/hooks'
import type { DeliveryOfRow } from '../../store/row'
import { Button } from '../../ui/button'
import { ActButton } from '../form/act-button'
import { EditedResend } from './edited-resend'

/** Sends one delivery again: as it was, or with another body or other headers. */
export function Resend({ delivery }: { delivery: DeliveryOfRow }) {
  const [isEditing, setEditing] = useState(false)
  const { id, url } = delivery
  return (
    <>
      <ActButton
        text="Resend"
        label={`Resend the delivery ${id} to ${url}`}
        request={{ method: 'POST', path: `/__mock/deliveries/${encodeURIComponent(id)}/resend`, body: {} }}
        said="The delivery is sent again."
      />
      <Button
        label={`Edit and resend the delivery ${id}`}
        pressed={isEditing}
        onClick={() => setEditing(!isEditing)}
      >
        Edit and resend
      </Button>
      {isEditing && (
        <div class="edited-resend">
          <EditedResend delivery={delivery} />
        </div>
      )}
    </>
  )
}

import { useState } from 'preact/hooks'
import type { StoredWebhook } from '../../../store/records'
import { ActButton } from '../form/act-button'
import { TextField } from '../form/field'
import { Item } from '../form/listing'
import { OverlapField, usualOverlap } from '../form/overlap-field'
import { given, useTexts } from '../form/use-texts'
import { SecretLine, type ShownSecret } from './secret-line'

/** A webhook with its acts. */
export function WebhookItem({ webhook }: { webhook: Omit<StoredWebhook, 'secret' | 'previousSecret'> }) {
  const { id, url, mode, status, events, description } = webhook
  const [secret, setSecret] = useState<ShownSecret>()
  const { texts, field, clear } = useTexts({ overlap: usualOverlap, secret: '' })
  const path = `/__mock/webhooks/${encodeURIComponent(id)}`
  return (
    <Item
      title={url}
      mark={status === 'active' ? mode : status}
      notes={[status !== 'active' && mode, events.join(', '), description, id]}
    >
      <div class="acts">
        {secret === undefined && (
          <ActButton<ShownSecret>
            text="Reveal secret"
            label={`Reveal secret of ${url}`}
            request={{ method: 'GET', path: `${path}/secret` }}
            said="The secret is shown."
            onDone={setSecret}
          />
        )}
        <ActButton<ShownSecret>
          text="Rotate secret"
          label={`Rotate secret of ${url}`}
          request={{
            method: 'POST',
            path: `${path}/rotate`,
            body: { overlap: Number(texts.overlap), secret: given(texts.secret) },
          }}
          destroys={false}
          question="Rotate the secret? A new one signs from now on, and this one beside it for the time below."
          said="The new secret is shown."
          onDone={(shown) => {
            setSecret(shown)
            clear()
          }}
        >
          <OverlapField {...field('overlap')} label="Both sign for" />
          <TextField
            {...field('secret')}
            label="New secret"
            placeholder="whsec_…"
            hint="One of your own. Empty: random."
          />
        </ActButton>
        <ActButton
          text="Delete"
          label={`Delete the webhook ${url}`}
          request={{ method: 'DELETE', path }}
          question="Delete this webhook? Its pending deliveries are dropped, and its secret is lost."
          said="The webhook is deleted."
        />
      </div>
      {secret && <SecretLine secret={secret} onHide={() => setSecret(undefined)} />}
    </Item>
  )
}

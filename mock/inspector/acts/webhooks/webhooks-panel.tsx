import { useState } from 'preact/hooks'
import type { StoredWebhook } from '../../../store/records'
import { useResource } from '../../frame/use-resource'
import { ActButton } from '../form/act-button'
import { Item, Listing, Trouble } from '../form/listing'
import { NewWebhook } from './new-webhook'
import { SecretLine, type ShownSecret } from './secret-line'

type ListedWebhook = Omit<StoredWebhook, 'secret' | 'previousSecret'>

/** The webhooks of both modes, and a form for more. */
export function WebhooksPanel() {
  const { data, error } = useResource<{ data: ListedWebhook[] }>('/__mock/webhooks')
  return (
    <>
      <Listing
        label="Webhooks"
        empty="None is registered: events are delivered to nobody."
        items={(data?.data ?? []).map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      />
      <Trouble error={error} />
      <h3>New webhook</h3>
      <NewWebhook />
    </>
  )
}

function WebhookItem({ webhook }: { webhook: ListedWebhook }) {
  const { id, url, mode, status, events, description } = webhook
  const [secret, setSecret] = useState<ShownSecret>()
  const [overlap, setOverlap] = useState('86400')
  return (
    <Item title={url} notes={[mode, status !== 'active' && status, events.join(', '), description, id]}>
      <div class="acts">
        {secret === undefined && (
          <ActButton<ShownSecret>
            text="Reveal secret"
            label={`Reveal secret of ${url}`}
            request={{ method: 'GET', path: `/__mock/webhooks/${id}/secret` }}
            said="The secret is shown."
            onDone={setSecret}
          />
        )}
        <ActButton<ShownSecret>
          text="Rotate secret"
          label={`Rotate secret of ${url}`}
          request={{
            method: 'POST',
            path: `/__mock/webhooks/${id}/rotate`,
            body: { overlap: Number(overlap) },
          }}
          question="Rotate the secret? A new one signs from now on, and this one beside it for the time below."
          said="The new secret is shown."
          onDone={setSecret}
        >
          <label class="inline-field">
            Both sign for
            <select value={overlap} onInput={(event) => setOverlap(event.currentTarget.value)}>
              <option value="0">no time</option>
              <option value="3600">an hour</option>
              <option value="86400">a day</option>
              <option value="604800">a week</option>
            </select>
          </label>
        </ActButton>
        <ActButton
          text="Delete"
          label={`Delete the webhook ${url}`}
          request={{ method: 'DELETE', path: `/__mock/webhooks/${id}` }}
          question="Delete this webhook? Its pending deliveries are dropped, and its secret is lost."
          said="The webhook is deleted."
        />
      </div>
      {secret && <SecretLine secret={secret} onHide={() => setSecret(undefined)} />}
    </Item>
  )
}

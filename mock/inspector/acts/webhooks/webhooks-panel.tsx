import type { StoredWebhook } from '../../../store/records'
import { useResource } from '../../frame/use-resource'
import { Trouble } from '../../ui/trouble'
import { Listing } from '../form/listing'
import { NewWebhook } from './new-webhook'
import { WebhookItem } from './webhook-item'

/** The webhooks of both modes, and a form for more. */
export function WebhooksPanel() {
  const { data, error } = useResource<{
    data: Omit<StoredWebhook, 'secret' | 'previousSecret'>[]
  }>('/__mock/webhooks')
  return (
    <>
      <Listing
        label="Webhooks"
        empty="None is registered: events are delivered to nobody."
        items={data?.data.map((webhook) => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      />
      <Trouble error={error} />
      <h3>New webhook</h3>
      <NewWebhook />
    </>
  )
}

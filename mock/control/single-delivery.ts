import { parseUrl } from '../../src/core/url'
import { newSecret } from '../deliveries/signer'
import { invalidRequest } from '../http/refusal'
import { eventJson } from '../http/resource-json'
import type { State } from '../state/state'
import type { ClaimedDelivery } from '../store/claims'
import { refuseWithoutWorker } from './delivery-routes'
import { type ControlRoutes, Made, refuseStray } from './route'
import { secretFrom } from './webhook-routes'

const fields = ['url', 'type', 'data', 'secret']

/** Sends one signed delivery to a URL for which there need be no webhook. The event of it is not kept. */
export const singleDeliveryRoutes: ControlRoutes = {
  'POST /deliveries'({ body }, state) {
    refuseStray(body, fields, 'a delivery')
    refuseWithoutWorker(state)
    const delivery = singleDelivery(body, state)
    state.secrets.learn(delivery.secret)
    state.dispatcher.resend({ delivery })
    const { id, eventId: event, url, secret } = delivery
    return new Made({ id, event, url, secret })
  },
}

function singleDelivery(
  { url, type = 'test.delivery', data = {}, secret }: Record<string, unknown>,
  { settings }: Pick<State, 'settings'>,
): ClaimedDelivery {
  const { additions, clock, ids, random } = settings
  if (typeof url !== 'string' || !/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw invalidRequest('url must be an http or https URL.', 'url')
  }
  if (typeof type !== 'string' || type === '')
    throw invalidRequest('type must be the type of an event.', 'type')
  const created = additions.timestamp(clock.now())
  const id = ids('evt')
  const json = eventJson({ id, type, created, data: JSON.stringify(data) }, settings)
  return {
    // No worker has this delivery, and no store: its token is one that no claim has.
    token: -1,
    id: `single_${id}`,
    webhookId: ids('wh'),
    url,
    secret: secretFrom(secret) ?? newSecret(random),
    eventId: id,
    eventType: type,
    event: { id, mode: 'live', type, created, json },
    attempts: 0,
  }
}

import { parseUrl } from '../../src/core/url'
import { newSecret } from '../deliveries/signer'
import { invalidRequest } from '../http/refusal'
import { eventJson } from '../http/resource-json'
import type { State } from '../state/state'
import type { ClaimedDelivery } from '../store/claims'
import { refuseWithoutWorker } from './delivery-routes'
import { type FieldValues, objectOf } from './fields'
import { repeatedDelivery } from './repeated-delivery'
import { type ControlRoutes, json, route } from './route'
import { anything, id, secret, text } from './schemas'

const fields = {
  url: { ...text, title: 'an http or https URL' },
  'type?': {
    ...text,
    minLength: 1,
    title: 'the type of an event',
    description: '`test.delivery` unless given.',
  },
  'data?': { ...anything, description: '`{}` unless given.' },
  'secret?': secret,
  'delivery?': {
    ...id,
    description:
      'Another delivery, whose event and secret this one has in place of `type`, `data` and `secret`.',
  },
} as const

/** Sends one signed delivery to a URL for which there need be no webhook. An event that is made for it is not kept. */
export const singleDeliveryRoutes: ControlRoutes = {
  'POST /deliveries': route({
    title: 'Sends one signed delivery to a URL, without a webhook and without an event that is kept',
    body: fields,
    answers: { 201: json(objectOf({ id, event: text, url: text, secret: text })) },
    async handle({ body, data }, state) {
      refuseWithoutWorker(state)
      const delivery = await singleDelivery({ ...body, data }, state)
      state.secrets.learn(delivery.secret)
      state.dispatcher.resend({ delivery })
      const { id, eventId: event, url, secret } = delivery
      return { id, event, url, secret }
    },
  }),
}

/** The fields of the body, with the payload as JSON text. */
type Sent = Omit<FieldValues<typeof fields>, 'data'> & { data?: string }

async function singleDelivery(
  { url, type = 'test.delivery', data = '{}', secret, delivery: other }: Sent,
  state: State,
): Promise<ClaimedDelivery> {
  const { settings } = state
  const { additions, clock, ids, random } = settings
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw invalidRequest(`url must be ${fields.url.title}.`, 'url')
  }
  if (other !== undefined) {
    const { delivery } = await repeatedDelivery(other, state)
    return { ...delivery, id: `single_${ids('evt')}`, url, attempts: 0 }
  }
  const created = additions.timestamp(clock.now())
  const id = ids('evt')
  const json = eventJson({ id, type, created, data }, settings)
  return {
    // No worker has this delivery, and no store: its token is one that no claim has.
    token: -1,
    id: `single_${id}`,
    webhookId: ids('wh'),
    url,
    secret: secret ?? newSecret(random),
    eventId: id,
    eventType: type,
    event: { id, mode: 'live', type, created, json },
    attempts: 0,
    resent: true,
  }
}

import { checksOf } from '../checks-of'
import { assertRoom } from '../../probes/webhook-hosts'
import { awaitArrival, quiet } from '../../probes/arrivals'
import { deliveryBase, someDelivery, liveEvent } from '../../probes/deliveries'
import { ask, deliveryOf, subscribed } from '../../probes/requests/ask'
import { deliveredNames, subscriber } from '../../probes/requests/deliveries'
import { deliveryHeaders, deliveryQuery, signedIdPrefix } from '../../probes/choices/delivery-headers'
import { equal } from '../../wire/json'
import { disguiseTokens } from '../../probes/choices/value-kinds'
import { commonEncoding, decodedBody } from '../../probes/choices/delivery-encoding'
import { itemsOf, whereOffered } from '../../probes/expect'
import { signatureAmongOthers } from '../../probes/signature-schemes'
import { templateOf, type Delivered } from '../../probes/choices/delivery-template'
import type { Delivery } from '../../receiver/inbox'
import type { Event } from '../../probes/events'
import { register, type Registered } from '../../probes/webhooks'
import { dismiss, sendDeletion } from '../../probes/deletions'
import { CouldNotRun, NotApplicable, type Context } from '../../engine/check'
import { listedWebhooks } from '../../probes/listed-webhooks'

/** A delivery with the event and the webhook that it belongs to. */
interface Arrived extends Delivered {
  delivery: Delivery
  secret: string
}

/** Choices that show with deliveries. */
export const deliveryChoiceChecks = checksOf({ ...deliveryBase, level: 'observe', beside: 'choices' }, [
  {
    id: 'form-of-deliveries',
    title: 'how a delivery is made: its body, its encoding and its headers',
    rules: ['OQ-13', 'OQ-38'],
    observes: ['headers.delivery', 'extras.delivery'],
    async run(context) {
      await someDelivery(context)
      const arrived = await twoDeliveries(context)
      const [one, other = one] = arrived.map(({ delivery }) => decodedBody(delivery)?.encoding)
      const encoding = one && commonEncoding(one, other ?? one)
      if (encoding) context.observe('deliveryEncoding', encoding)
      const template = encoding === 'empty' ? undefined : templateOf(arrived)
      const body = nameOf(template)
      if (body !== undefined) context.observe('deliveryBody', body)
      completeSignature(context, arrived)
      const headers = deliveryHeaders(arrived, context.dialect.signature, encoding)
      if (Object.keys(headers).length > 0) context.observe('headers', { delivery: headers })
      const query = deliveryQuery(arrived)
      if (Object.keys(query).length > 0) context.observe('extras', { delivery: query })
      return template === undefined
        ? 'It has no body that names the event.'
        : `Its body is ${JSON.stringify(template)}.`
    },
  },
  {
    id: 'gone-receiver',
    title: 'the status of a webhook whose receiver answered 410',
    rules: ['OQ-18'],
    observes: ['goneDisables'],
    async run(context) {
      await someDelivery(context)
      const registered = await register(context)
      context.receiver().inbox.refuse(registered.address, 410)
      if (!(await isTried(context, registered)))
        throw new NotApplicable('Nothing was delivered to the receiver that answers 410.')
      const status = await listedStatus(context, registered)
      // A disabled webhook gets nothing any more, which shows also without a list.
      const isDisabled =
        status === undefined
          ? !(await isTried(context, registered))
          : status !== registered.answer.fields.status
      await dismiss(context, registered)
      context.observe('goneDisables', isDisabled)
      return status === undefined ? undefined : `It was ${status}.`
    },
  },
])

/**
 * Completes a signature: by the prefix of the ids that are signed, and by a value of the shape that was seen where the scheme
 * is unknown or further signatures stand in the header.
 */
function completeSignature(context: Context, arrived: readonly Arrived[]): void {
  const [{ delivery, secret }] = arrived as [Arrived]
  const { signature } = context.dialect
  if (!signature) return
  const idPrefix = signedIdPrefix(arrived, signature.scheme)
  const value =
    signature.scheme === 'unknown'
      ? signature.header && delivery.headers.get(signature.header)
      : signatureAmongOthers(delivery, secret)
  context.observe('signature', {
    ...signature,
    ...(idPrefix === undefined ? {} : { idPrefix }),
    ...(value ? { sample: disguiseTokens(value) } : {}),
  })
}

/** Has two events delivered to one webhook and deletes it. */
async function twoDeliveries(context: Context): Promise<Arrived[]> {
  const registration = await ask(context, subscriber)
  const webhook = subscribed(context, registration)
  if (!webhook) assertRoom(context, context.liveKey(), registration.answer)
  if (!webhook) throw new CouldNotRun('No webhook was registered for deliveries.')
  try {
    const arrived: Arrived[] = []
    const { inbox } = context.receiver()
    for (const name of deliveredNames) {
      await context.settle()
      const before = inbox.at(webhook.address).length
      const creation = await ask(context, name)
      const delivery = await deliveryOf(context, webhook, creation, before)
      if (!delivery) throw new NotApplicable('No delivery could be told to be of the event.')
      const body = decodedBody(delivery)?.value
      const { id, url, secret } = webhook.webhook
      arrived.push({ delivery, body, event: creation.answer.json as Event, webhook: { id, url }, secret })
    }
    return arrived
  } finally {
    await sendDeletion(context, webhook)
  }
}

/** A template by its name, where it is one of the usual ones. */
function nameOf(template: unknown): 'event' | 'standard-webhooks' | Record<string, unknown> | undefined {
  if (template === '{event}') return 'event'
  if (typeof template !== 'object' || template === null || Array.isArray(template)) return undefined
  const usual = { type: '{event.type}', timestamp: '{event.created}', data: '{event.data}' }
  const withNow = { ...usual, timestamp: '{now}' }
  if (equal(template, usual) || equal(template, withNow)) return 'standard-webhooks'
  return template as Record<string, unknown>
}

/** Whether the delivery of another event is tried at a webhook. */
async function isTried(context: Context, { address, type }: Registered): Promise<boolean> {
  const { inbox } = context.receiver()
  await quiet(context)
  const before = inbox.at(address).length
  await liveEvent(context, type)
  const hasCome = await awaitArrival(context, () => inbox.at(address).length > before)
  await quiet(context)
  return hasCome
}

/** The status of a webhook in the list; `undefined` where no list shows it. */
async function listedStatus(context: Context, { key, webhook }: Registered): Promise<string | undefined> {
  const { answers = [] } = (await whereOffered(listedWebhooks(context, key))) ?? {}
  const { status } = answers.flatMap(itemsOf).find(({ id }) => id === webhook.id) ?? {}
  return typeof status === 'string' ? status : undefined
}

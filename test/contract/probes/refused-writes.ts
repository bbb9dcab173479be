import { awaitListed } from './listing'
import { createEvent } from './events'
import { expectThat, itemsOf, whereOffered } from './expect'
import { listedWebhooks } from './listed-webhooks'
import { type Context } from '../engine/check'

/** Fails where the list of events shows one of the types whose creation was refused. */
export async function expectNotCreated(
  context: Context,
  rule: string,
  types: readonly string[],
  key = context.liveKey(),
): Promise<void> {
  // A list may lag. Once it shows this event, which was made last, it shows all that were made before.
  const { event } = await createEvent(context, key)
  const { items } = await awaitListed(context, key, [event.id])
  const created = items.find(({ type }) => types.includes(type))
  const message = 'The creation of an event was refused, and the event was created all the same.'
  expectThat(!created, rule, message, { received: created })
}

/** Fails where the list of webhooks, if there is one, shows one of the URLs whose registration was refused. */
export async function expectNotRegistered(
  context: Context,
  rule: string,
  urls: readonly unknown[],
  key = context.liveKey(),
): Promise<void> {
  const message = 'The registration of a webhook was refused, and the webhook was registered all the same.'
  const { answers = [] } = (await whereOffered(listedWebhooks(context, key))) ?? {}
  const registered = answers.flatMap(itemsOf).find(({ url }) => urls.includes(url))
  expectThat(!registered, rule, message, { received: registered })
}

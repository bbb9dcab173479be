import { expectDelivery } from './arrivals'
import { expectSigned } from './signatures'
import { evidenceOf, readings, received } from './received'
import type { Created } from './events'
import { expectThat, fail } from './expect'
import { findFault } from './delivered-content'
import type { Registered } from './webhooks'
import type { Context, Violation } from '../engine/check'
import type { Delivery } from '../receiver/inbox'
import { firstDelivery } from './deliveries'

/** Fails where a delivery holds its event altered. */
export async function expectContent(context: Context, created: Created, delivery: Delivery): Promise<void> {
  const { places = {} } = await firstDelivery(context)
  const fault = findFault(readings(context, delivery), created, places, context.prefix)
  if (fault) fail('DL-1', fault.message, { ...fault, evidence: evidenceOf(context, delivery) })
}

/** Milliseconds in which a sender is answered in good time. One that waits longer may send again what the suite took too long to take. */
const goodTime = 1_000

/** How often a delivery came again after one of the same event that was answered with success, and in good time. */
export function repetitions(context: Context, webhook: Registered, created: Created): number {
  const all = received(context, webhook, created)
  const taken = all.findIndex(({ answer }) => answer?.status === 204 && answer.after <= goodTime)
  return taken < 0 ? 0 : all.length - 1 - taken
}

/** Warns of an event that was delivered again to a webhook. */
export function expectOnce(context: Context, webhook: Registered, created: Created): void {
  const times = repetitions(context, webhook, created) + 1
  expectThat(times === 1, 'DL-7', `An event was delivered ${times} times to one webhook.`)
}

/** Expects the delivery of an event to a webhook: with the event's content, and signed with the webhook's own secret. */
export async function expectDelivered(
  context: Context,
  webhook: Registered,
  created: Created,
  message: string,
  details?: Violation['details'],
  rule: string | readonly string[] = 'DL-1',
): Promise<Delivery> {
  const delivery = await expectDelivery(context, webhook, created, rule, message, details)
  await expectContent(context, created, delivery)
  expectSigned(context, webhook, delivery)
  return delivery
}

import { awaitDelivery, latencyOf, quiet } from './arrivals'
import { received } from './received'
import { liveEvent } from './deliveries'
import { register, type Registered } from './webhooks'
import { remove } from './deletions'
import { sparedWebhooks } from './webhook-hosts'
import type { Created } from './events'
import type { Delivery } from '../receiver/inbox'
import type { Context } from '../engine/check'

/** Milliseconds to wait for another attempt: the first of the usual schedules comes after 5 s. */
export const retryWait = 8_000

/** Milliseconds for which an attempt may be under way at least: a service tries again at once, and its machine is busy. */
const leastTransit = 2_000

/** Two webhooks whose first delivery was refused, one of them deleted since. */
interface RefusedDeliveries {
  gone: Registered
  stays: Registered
  created: Created
  /** How often each was tried before the deletion, or may have been. */
  tried: { gone: number; stays: number }
  /** When the waiting for another attempt began, by `Context.now`. */
  since: number
}

/**
 * Has two deliveries refused and one of their webhooks deleted, once a run, so that a late check sees whether the deleted
 * one is tried again. Most of the time that this takes passes while other checks run.
 */
export function refusedDeliveries(context: Context): Promise<RefusedDeliveries> {
  return context.once('refused deliveries', async () => {
    const type = context.unique('refused')
    const key = context.liveKey()
    const gone = await register(context, { events: [type], key })
    const stays = await register(context, { events: [type], key })
    sparedWebhooks(context).add(stays.webhook.id)
    for (const { address } of [gone, stays]) context.receiver().inbox.refuse(address)
    const created = await liveEvent(context, type)
    const first = [await awaitDelivery(context, gone, created), await awaitDelivery(context, stays, created)]
    await remove(context, gone)
    const count = (webhook: Registered) => received(context, webhook, created).length
    // A service may have sent one attempt before the deletion that has not come yet. It begins no further one until that is answered.
    const most = count(gone) + 1
    // An attempt that was under way before the deletion is no new one. On a busy machine it takes as long as the first ones just did.
    const latencies = first.map((one) => (one ? latencyOf(context, created, one) : 0))
    await quiet(context, Math.max(leastTransit, ...latencies.map((one) => 3 * one)))
    const stayed = count(stays)
    // An attempt that the webhook that stays has had by now may still be under way to the deleted one: services send both at one time.
    const tried = { gone: Math.min(most, Math.max(count(gone), stayed)), stays: stayed }
    return { gone, stays, created, tried, since: context.now() }
  })
}

/** The attempts at the webhook that stays, once a run, after the time that another one may take. */
export function awaitRetry(context: Context): Promise<RefusedDeliveries & { retries: Delivery[] }> {
  return context.once('retried delivery', async () => {
    const refused = await refusedDeliveries(context)
    const { stays, created, tried, since } = refused
    const attempts = () => received(context, stays, created)
    if (context.movesClock) await context.wait(10 * 60_000)
    await context.settle()
    const left = context.canSettle ? 0 : since + retryWait - context.now()
    const isRetried = () => attempts().length > tried.stays
    await context.receiver().inbox.waitFor(isRetried, Math.max(0, left), context.signal)
    await quiet(context)
    // A service may have tried again before the deletion already.
    return { ...refused, retries: attempts().slice(1) }
  })
}

import { expectSuccess } from './expect'
import { idOf, isSuccess } from './answers'
import { newAddress, webhookBase, webhookKey } from './webhook-hosts'
import type { Context } from '../engine/context'
import type { Registered } from './webhooks'

/**
 * Registers webhooks of some types at once: the pace makes none of them wait for another. Resolves to those that the deployment
 * took, because how many an account may have is its choice.
 */
export async function registerAtOnce(
  context: Context,
  events: readonly string[],
  count: number,
): Promise<Registered[]> {
  const key = webhookKey(context)
  const { base } = await webhookBase(context)
  await context.reserve(count)
  const registered = await Promise.all(
    Array.from({ length: count }, async (): Promise<Registered | undefined> => {
      const address = newAddress(context)
      if (base === context.receiverUrl) context.receiver().inbox.admit(address)
      const input = { url: base + address, events }
      const answer = await context.call('createWebhook', { key, body: input, reserved: true })
      const id = idOf(answer)
      if (!isSuccess(answer) || id === undefined) return undefined
      context.webhooks.add(id)
      return { webhook: answer.json as Registered['webhook'], answer, key, input, address }
    }),
  )
  return registered.filter((webhook) => webhook !== undefined)
}

/** Deletes webhooks at once, or fails with WD-2. */
export async function deleteAtOnce(context: Context, webhooks: readonly Registered[]): Promise<void> {
  await context.reserve(webhooks.length)
  await Promise.all(
    webhooks.map(async ({ webhook, key }) => {
      const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id }, reserved: true })
      // The first of two sendings, whose answer a gateway lost, may have deleted it.
      if (answer.resentAfter && answer.status === 404) return
      expectSuccess(answer, 'WD-2', 'A deletion', `a 2xx with { "id": "${webhook.id}", "deleted": true }`)
    }),
  )
}

import { Violation } from '../../engine/outcome'
import { expectNow } from '../../probes/timestamps'
import { expectSame, isSuccess } from '../../probes/expect'
import { dismiss } from '../../probes/deliveries'
import { register, webhookBase, webhookUrl, type Registered } from '../../probes/webhooks'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** What a registration returns. */
export const webhookChecks: readonly Check[] = [
  {
    ...base,
    id: 'register-webhook',
    title: 'a registration answers 201 with id, status, created and secret',
    rules: ['WH-1'],
    async run(context) {
      const registered = await register(context)
      for (const field of ['id', 'url', 'events', 'status', 'created', 'secret']) {
        if (field in registered.webhook) continue
        throw new Violation('WH-1', `The new webhook has no ${field}.`, {
          evidence: registered.answer.evidence,
        })
      }
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-id',
    title: 'a webhook id is wh_ and an identifier, its own',
    rules: ['WH-8'],
    async run(context) {
      const [first, second] = [await register(context), await register(context)]
      for (const { webhook, answer } of [first, second]) {
        if (/^wh_\S+$/.test(webhook.id)) continue
        throw new Violation('WH-8', 'The id is not wh_ and an identifier.', {
          received: webhook.id,
          evidence: answer.evidence,
        })
      }
      if (first.webhook.id === second.webhook.id) {
        throw new Violation('WH-8', 'Two webhooks have one id.', { received: first.webhook.id })
      }
      await dismiss(context, first, second)
    },
  },
  {
    ...base,
    id: 'webhook-url-and-events',
    title: 'url and events come back as they were sent',
    rules: ['WH-9'],
    async run(context) {
      const types = ['a', 'OrderPaid', 'größe'].map((word) => context.unique(word))
      const events = [types[2], types[0], types[1]] as string[]
      const registered = await register(context, { events, query: '/Orders/?from=suite&x=%20y' })
      const { webhook, answer, input } = registered
      expectSame(webhook.url, input.url, 'WH-9', 'The url', answer)
      const sorted = (list: unknown) => (Array.isArray(list) ? [...(list as string[])].sort() : list)
      // The interface gives the types no order.
      expectSame(sorted(webhook.events), sorted(events), 'WH-9', 'The list of event types', answer)
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-for-all-events',
    title: 'the single element * is accepted and comes back',
    rules: ['WH-6'],
    async run(context) {
      const registered = await register(context, { events: ['*'] }).catch((error: unknown) => {
        throw error instanceof Violation && error.rules.includes('WH-1')
          ? new Violation('WH-6', `events ["*"] was refused: ${error.message}`, error.details)
          : error
      })
      expectSame(registered.webhook.events, ['*'], 'WH-6', 'The list of event types', registered.answer)
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-description',
    title: 'a description that was given comes back',
    rules: ['WH-7'],
    async run(context) {
      const given = await register(context, { description: 'Größe & "quotes" – 支払い\n<b>second</b> line' })
      expectSame(given.webhook.description, given.input.description, 'WH-7', 'The description', given.answer)
      await assertLongDescription(context, given)
      const omitted = await register(context)
      const { description } = omitted.webhook as { description?: string | null }
      if (description === undefined) context.observe('omittedDescription', 'absent')
      if (description === null) context.observe('omittedDescription', 'null')
      await dismiss(context, given, omitted)
    },
  },
  {
    ...base,
    id: 'webhook-status',
    title: 'a new webhook is active',
    rules: ['WH-10'],
    async run(context) {
      const registered = await register(context)
      expectSame(registered.webhook.status, 'active', 'WH-10', 'The status', registered.answer)
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-created-time',
    title: 'created is the time of registration, in UTC',
    rules: ['WH-12'],
    async run(context) {
      const registered = await register(context)
      expectNow('WH-12', registered.webhook.created, { ...registered.answer })
      await dismiss(context, registered)
    },
  },
]

/** How long a description may be is open; what is taken comes back. */
async function assertLongDescription(context: Context, { key }: Registered): Promise<void> {
  const { base: place } = await webhookBase(context)
  const description = Array.from({ length: 300 }, (_, index) => index % 10).join('')
  const body = { url: webhookUrl(context, place).url, events: [context.unique('type')], description }
  const answer = await context.call('createWebhook', { key, body })
  const { id, description: seen } = (answer.json ?? {}) as { id?: unknown; description?: unknown }
  if (!isSuccess(answer) || typeof id !== 'string') return
  await context.call('deleteWebhook', { key, path: { id } })
  expectSame(seen, description, 'WH-7', 'A description of 300 characters', answer)
}

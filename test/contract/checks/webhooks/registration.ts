import { blaming, expectSame, expectThat } from '../../probes/expect'
import { discard, dismiss, newWebhookUrl, register, type Registered } from '../../probes/webhooks'
import { expectNow } from '../../probes/timestamps'
import { fieldsOf, idOf, isSuccess } from '../../probes/answers'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** The answer to the registration of a webhook. */
export const registrationChecks: readonly Check[] = [
  {
    ...base,
    id: 'register-webhook',
    title: 'a registration answers 201 with id, status, created and secret',
    rules: ['WH-1'],
    restsOn: 'POST /v1/webhooks, rule 1',
    leavesOpen: 'Further fields of the webhook are the service’s choice.',
    quick: true,
    async run(context) {
      const registered = await register(context)
      const { webhook, answer } = registered
      for (const field of ['id', 'url', 'events', 'status', 'created', 'secret']) {
        expectThat(field in webhook, 'WH-1', `The new webhook has no ${field}.`, { answer })
      }
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-id',
    title: 'a webhook id is wh_ and an identifier, its own',
    rules: ['WH-8'],
    restsOn: 'Webhook, field id',
    leavesOpen: 'The identifier after the prefix is the service’s choice.',
    quick: true,
    async run(context) {
      const [first, second] = [await register(context), await register(context)]
      for (const { webhook, answer } of [first, second]) {
        const details = { received: webhook.id, answer }
        expectThat(/^wh_\S+$/.test(webhook.id), 'WH-8', 'The id is not wh_ and an identifier.', details)
      }
      const { id } = first.webhook
      expectThat(second.webhook.id !== id, 'WH-8', 'Two webhooks have one id.', { received: id })
      await dismiss(context, first, second)
    },
  },
  {
    ...base,
    id: 'webhook-url-and-events',
    title: 'url and events come back as they were sent',
    rules: ['WH-9'],
    restsOn: 'Webhook, fields url and events',
    leavesOpen:
      'The order of the types, how a URL is normalised, and the most types or characters are the service’s choice.',
    quick: true,
    async run(context) {
      const events = ['größe', 'a', 'OrderPaid'].map((word) => context.unique(word))
      const registered = await register(context, { events, suffix: '/Orders/?from=suite&x=%20y' })
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
    restsOn: 'Webhook, field events; POST /v1/webhooks, request body',
    leavesOpen: 'Nothing that this check judges.',
    quick: true,
    async run(context) {
      const registration = register(context, { events: ['*'] })
      const registered = await blaming('WH-6', 'WH-1', 'events ["*"] was refused', registration)
      expectSame(registered.webhook.events, ['*'], 'WH-6', 'The list of event types', registered.answer)
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-description',
    title: 'a description that was given comes back',
    rules: ['WH-7'],
    restsOn: 'Webhook, field description',
    leavesOpen:
      'How long a description may be, and what stands in its place where none was given, are the service’s choice.',
    quick: true,
    async run(context) {
      const given = await register(context, { description: 'Größe & "quotes" – 支払い\n<b>second</b> line' })
      expectSame(given.webhook.description, given.input.description, 'WH-7', 'The description', given.answer)
      await expectLongDescription(context, given)
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
    restsOn: 'Webhook, field status; States and transitions',
    leavesOpen: 'Statuses besides `active` are the service’s choice, but not that of a new webhook.',
    quick: true,
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
    restsOn: 'Webhook, field created',
    leavesOpen: 'The precision of the time and the form of ISO 8601 are the service’s choice.',
    quick: true,
    async run(context) {
      const registered = await register(context)
      expectNow('WH-12', registered.webhook.created, 'registration', registered.answer)
      await dismiss(context, registered)
    },
  },
]

/** Fails where a long description is taken and comes back changed. The interface does not say how long it may be. */
async function expectLongDescription(context: Context, { key }: Registered): Promise<void> {
  const description = Array.from({ length: 300 }, (_, index) => index % 10).join('')
  const body = { url: await newWebhookUrl(context), events: [context.unique('type')], description }
  const answer = await context.call('createWebhook', { key, body })
  if (!isSuccess(answer) || idOf(answer) === undefined) return
  await discard(context, key, answer)
  const subject = 'A description of 300 characters'
  expectSame(fieldsOf(answer).description, description, 'WH-7', subject, answer)
}

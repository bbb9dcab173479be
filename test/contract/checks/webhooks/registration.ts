import { checksOf } from '../checks-of'
import {
  blaming,
  expectSame,
  expectStatus,
  expectThat,
  idOf,
  isSuccess,
  expectLater,
  whereOffered,
  wherePossible,
} from '../../probes/expect'
import {
  expectAsSent,
  expectNew,
  register,
  registerUnlessRefused,
  sayWithoutQuery,
  type Registered,
} from '../../probes/webhooks'
import { dismiss, expectSample, sampleWebhook } from '../../probes/deletions'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { newWebhookUrl, registeringKeys, tryRegistration, webhookKey } from '../../probes/webhook-hosts'
import { distinctText } from '../../probes/nasty-values'
import { sampledTypes, unusualTypes } from '../../probes/unusual-types'
import type { Context } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** The answer to the registration of a webhook. */
export const registrationChecks = checksOf(base, [
  {
    id: 'register-webhook',
    title: 'a registration answers 201 with what was sent, and with id, status, created and secret',
    rules: ['WH-1', 'WH-7', 'WH-8', 'WH-9'],
    quick: true,
    run: expectSample,
  },
  {
    id: 'webhook-id',
    title: 'a webhook id is wh_ and an identifier, its own',
    rules: ['WH-8'],
    async run(context) {
      const [first, second] = [(await sampleWebhook(context)).registered, await register(context)]
      expectNew(first, ['WH-8'])
      const { id } = first.webhook
      expectThat(second.webhook.id !== id, 'WH-8', 'Two webhooks have one id.', { received: id })
      await dismiss(context, second)
    },
  },
  {
    id: 'webhook-url-and-events',
    title:
      'url and events come back as they were sent, also in the list, and every type that an event may have can be subscribed to',
    rules: ['WH-9', 'WH-7', 'WH-12', 'PG-1', 'WH-1'],
    async run(context) {
      for (const { url, events } of await wantedWebhooks(context)) {
        const key = webhookKey(context)
        const answer = await tryRegistration(context, key, { body: { url, events } })
        if (!isSuccess(answer)) continue
        expectStatus(answer, 'WH-1', 'The registration of a webhook', [201])
        expectAsSent(answer.fields, { url, events }, answer)
      }
      const events = sampledTypes(context)
      const sample = { description: 'Listed as it is', suffix: '/Orders/?x=%20y' }
      const long = 'A webhook that is listed as it was registered'
      const whole = await registerUnlessRefused(context, { ...sample, description: long, events })
      let told: string | undefined
      // How many types a webhook may have, and how long its description is, are the service's choice.
      for (const one of whole ? [whole] : events.map((type) => ({ ...sample, events: [type] }))) {
        const registered = 'webhook' in one ? one : await register(context, one)
        expectAsSent(registered.webhook, registered.input, registered.answer)
        await whereOffered(listedWebhooks(context, registered.key))
        await dismiss(context, registered)
        told ??= sayWithoutQuery(registered)
      }
      return told
    },
  },
  {
    id: 'webhook-for-all-events',
    title: 'the single element * is accepted and comes back',
    rules: ['WH-6'],
    async run(context) {
      const registration = register(context, { events: ['*'] })
      const registered = await blaming('WH-6', 'WH-1', 'events ["*"] was refused', registration)
      expectSame(registered.webhook.events, ['*'], 'WH-6', 'The list of event types', registered.answer)
      await dismiss(context, registered)
    },
  },
  {
    id: 'webhook-description',
    title: 'a description that was given comes back',
    rules: ['WH-7'],
    observes: ['omittedDescription'],
    async run(context) {
      const given = await register(context, { description: 'Größe & "支払い"\n<b>' })
      expectSame(given.webhook.description, given.input.description, 'WH-7', 'The description', given.answer)
      await expectDescription(context, given)
      const omitted = await register(context)
      const { description } = omitted.webhook as { description?: string | null }
      if (description === undefined) context.observe('omittedDescription', 'absent')
      if (description === null) context.observe('omittedDescription', 'null')
      if (description === '') context.observe('omittedDescription', 'empty')
      await dismiss(context, given, omitted)
      // The webhooks of both modes are judged alike.
      const events = [context.unique('type'), context.unique('type')]
      for (const key of (await registeringKeys(context)).filter((one) => one !== given.key)) {
        const { description: text } = given.input
        const other = await wherePossible(register(context, { key, events, description: text }))
        if (other) await dismiss(context, other)
      }
    },
  },
  {
    id: 'webhook-status',
    quick: true,
    title: 'a new webhook is active',
    rules: ['WH-10'],
    run: expectSample,
  },
  {
    id: 'webhook-created-time',
    quick: true,
    title: 'created is the time of registration, in UTC',
    rules: ['WH-12'],
    run: expectSample,
  },
  {
    id: 'webhook-created-later',
    title: 'a webhook that is registered seconds after another has a later created',
    rules: ['WH-12'],
    async run(context) {
      const { registered } = await sampleWebhook(context)
      context.later(async () => {
        const later = await register(context, { key: registered.key })
        expectLater('WH-12', registered.webhook.created, later.webhook.created, 'webhooks', later.answer)
        await dismiss(context, later)
      })
    },
  },
])

/** Characters that stores trim, compose, drop or interpret, in few of them. */
const nasty = "  a  b\u00e9e\u0301\u{1f600}\\n\t\r\n<i>&amp;%41+' "
/** Descriptions that may be too long or too odd, each less so than the one before. */
const descriptions = [
  `${nasty}\u0000${distinctText(66_000)}${nasty}`,
  `${nasty}${distinctText(2_000)}${nasty}`,
  `${nasty}${distinctText(200)}${nasty}`,
  nasty,
]

/** Fails where an odd description is taken and comes back changed. The interface does not say how long one may be. */
async function expectDescription(context: Context, registered: Registered): Promise<void> {
  // Some languages take the text of zero for none.
  await isKept(context, registered, '0')
  for (const description of descriptions) if (await isKept(context, registered, description)) return
}

/** Whether a description is taken; fails where it is and comes back changed. */
async function isKept(context: Context, { key }: Registered, description: string): Promise<boolean> {
  const body = { url: await newWebhookUrl(context), events: [context.unique('type')], description }
  const answer = await tryRegistration(context, key, { body })
  if (!isSuccess(answer) || idOf(answer) === undefined) return false
  const subject = `A description of ${description.length} characters`
  expectSame(answer.fields.description, description, 'WH-7', subject, answer)
  return true
}

/**
 * Webhooks whose url and types stores are known to change. What is too long, or a port that may not be, is the service's
 * choice, so that any of them may be refused.
 */
async function wantedWebhooks(context: Context): Promise<{ url: string; events: readonly string[] }[]> {
  const url = await newWebhookUrl(context)
  const { origin, pathname } = new URL(url)
  const rich = `${url}//Orders/a%2Fb%20c/?from=suite&list=1&list=2`
  const types = unusualTypes(context)
  const fillers = Array.from({ length: 101 - types.length }, () => context.unique('f'))
  const withPort = `${new URL(origin).port === '' ? `${origin}:8443` : origin}${pathname}`
  return [
    { url: `${rich}&text=${distinctText(260).replaceAll(' ', '0')}`, events: [...fillers, ...types] },
    { url: rich, events: types },
    { url: withPort, events: types.slice(0, 8) },
  ]
}

import { expectRefusal, expectSame, expectThat, notFound } from '../../probes/expect'
import { expectNow } from '../../probes/timestamps'
import { fieldsOf } from '../../probes/answers'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { register } from '../../probes/webhooks'
import { newAddress, webhookKey } from '../../probes/webhook-hosts'
import { NotApplicable } from '../../engine/outcome'
import { showsSecret } from '../../probes/shown-secrets'
import { isSameUrl } from '../../wire/parse-url'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

/** The check of a quick run that everything which must hold of a webhook is judged by. */
export const webhookGlanceChecks: readonly Check[] = [
  {
    id: 'webhook-at-a-glance',
    title: 'a webhook is registered, shown without its secret, deleted, and then gone',
    rules: [
      ...['WH-1', 'WH-2', 'WH-3', 'WH-4', 'WH-5', 'WH-7', 'WH-8', 'WH-9', 'WH-10', 'WH-11', 'WH-12'],
      ...['WD-1', 'WD-2', 'WD-3', 'WD-4', 'ER-4'],
    ],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['webhook-key'],
    restsOn: 'POST /v1/webhooks, rules 1 to 3; DELETE /v1/webhooks/{id}, rules 1 to 3; Webhook',
    leavesOpen:
      'Further fields, the words of messages and the status of the deletion are the service’s choice.',
    quick: 'only',
    async run(context) {
      const events = [context.unique('a'), context.unique('b')]
      const registered = await register(context, { events, description: 'At a glance' })
      const { webhook, answer, input, key } = registered
      expectThat(/^wh_\S+$/.test(webhook.id), 'WH-8', 'The id is not wh_ and an identifier.', { answer })
      expectThat(isSameUrl(webhook.url, input.url), 'WH-9', 'The url differs.', {
        expected: input.url,
        answer,
      })
      expectSame([...webhook.events].sort(), [...events].sort(), 'WH-9', 'The list of event types', answer)
      expectSame(webhook.description, input.description, 'WH-7', 'The description', answer)
      expectSame(webhook.status, 'active', 'WH-10', 'The status', answer)
      expectThat(/^whsec_./.test(String(webhook.secret)), 'WH-11', 'The secret does not begin with whsec_.')
      expectNow('WH-12', webhook.created, 'registration', answer)
      const shown = await shownAnswers(context)
      const deletion = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
      const { id, deleted } = fieldsOf(deletion)
      const expected = { id: webhook.id, deleted: true }
      const holds = id === expected.id && deleted === true
      expectThat(holds, ['WD-1', 'WD-2'], 'The deletion result is another.', { expected, answer: deletion })
      const secret = [...shown, deletion].find((one) => showsSecret(one, webhook.secret))
      expectThat(!secret, 'WH-3', 'An answer besides the creation holds a secret.', { answer: secret })
      const again = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
      const gone = { ...notFound, param: null }
      expectRefusal(again, 'WD-3', 'Deleting a webhook that no longer exists', gone)
      await expectRefusals(context, input.url)
    },
  },
]

/** The answers that list webhooks, where the deployment lists them. */
async function shownAnswers(context: Context): Promise<readonly Answer[]> {
  try {
    return (await listedWebhooks(context, webhookKey(context))).answers
  } catch (error) {
    if (error instanceof NotApplicable) return []
    throw error
  }
}

/** Fails where a webhook that lacks a required field, or whose URL is not HTTPS, is not refused as it has to be. */
async function expectRefusals(context: Context, url: string): Promise<void> {
  const key = webhookKey(context)
  const events = [context.unique('glance')]
  const send = (body: unknown) => context.call('createWebhook', { key, body })
  const insecure = await send({ url: `http://example.com${newAddress(context)}`, events })
  expectRefusal(insecure, 'WH-2', 'A url that is not HTTPS', { param: 'url', message: /https/i })
  expectRefusal(await send({ events }), 'WH-4', 'A webhook without url')
  expectRefusal(await send({ url }), 'WH-5', 'A webhook without events')
}

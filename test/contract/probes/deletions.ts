import { expectSuccess, expectThat } from './expect'
import type { Answer, Context } from '../engine/check'
import { type Registered, expectNew, register, orBlame } from './webhooks'

/** Sends the deletion of a webhook, or of another one in its name, and resolves to the answer, whatever that is. */
export function sendDeletion(
  context: Context,
  { key, webhook }: Pick<Registered, 'key' | 'webhook'>,
  id = webhook.id,
  reserved = false,
): Promise<Answer> {
  return context.call('deleteWebhook', { key, path: { id }, reserved })
}

/** Deletes a webhook of the run, or fails with WD-2. */
export async function remove(context: Context, registered: Registered, reserved = false): Promise<Answer> {
  const { id } = registered.webhook
  const answer = await sendDeletion(context, registered, id, reserved)
  // The first of two sendings, whose answer a gateway lost, may have deleted it.
  if (answer.resentAfter && answer.status === 404) return answer
  expectSuccess(answer, 'WD-2', 'A deletion', `a 2xx with { "id": "${id}", "deleted": true }`)
  orBlame(context, answer, () => expectDeleted(answer, id))
  return answer
}

/** Fails with WD-2 unless an answer is the result of a deletion. */
export function expectDeleted(answer: Answer, id: string): void {
  const { id: gone, deleted } = answer.fields
  const details = { expected: { id, deleted: true }, answer }
  expectThat(gone === id && deleted === true, 'WD-2', 'The deletion result is another.', details)
}

/** A webhook with the answers to its deletion and to a second one, made once a run for the checks that look at nothing else. */
export function sampleWebhook(context: Context) {
  return context.once('sample webhook', async () => {
    const events = [context.unique('b'), context.unique('a')]
    const registered = await register(context, { events, description: 'A sample' })
    const { key } = registered
    // Every answer is searched for the secret: this one holds the webhook, where webhooks are listed.
    await context.call('listWebhooks', { key })
    const deletion = await sendDeletion(context, registered)
    const again = await sendDeletion(context, registered)
    return { registered, deletion, again }
  })
}

/** Fails where the sample webhook breaks one of the rules of the check. */
export async function expectSample(context: Context): Promise<void> {
  expectNew((await sampleWebhook(context)).registered, context.check.rules)
}

/** Whether a webhook was not deleted by now, as it may have been to make room for another. */
export function stands(context: Context, { webhook }: Registered): boolean {
  return context.openWebhooks().some(({ id }) => id === webhook.id)
}

/** Deletes the run's webhooks that a check no longer needs, so that they take no further deliveries. */
export async function dismiss(context: Context, ...webhooks: readonly Registered[]): Promise<void> {
  await context.each(webhooks, (webhook) => remove(context, webhook))
}

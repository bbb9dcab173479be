import { NotApplicable, Violation } from '../../engine/outcome'
import { isSuccess } from '../../probes/expect'
import { dismiss } from '../../probes/deliveries'
import { listedWebhooks, register } from '../../probes/webhooks'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** The secret of a webhook: returned once, and its own. */
export const secretChecks: readonly Check[] = [
  {
    ...base,
    id: 'webhook-secret',
    title: 'the secret begins with whsec_',
    rules: ['WH-11'],
    async run(context) {
      const registered = await register(context)
      const { secret } = registered.webhook
      if (typeof secret !== 'string' || !/^whsec_.+/.test(secret)) {
        throw new Violation('WH-11', 'The secret does not begin with whsec_.', {
          expected: 'whsec_...',
          received: typeof secret === 'string' ? `a string of ${secret.length} characters` : secret,
          evidence: registered.answer.evidence,
        })
      }
      await dismiss(context, registered)
    },
  },
  {
    ...base,
    id: 'webhook-secrets-differ',
    title: 'each webhook has a secret of its own',
    rules: ['WH-13'],
    level: 'should',
    async run(context) {
      const [first, second] = [await register(context), await register(context)]
      if (first.webhook.secret === second.webhook.secret) {
        throw new Violation('WH-13', 'Two webhooks have the same secret.', {
          evidence: second.answer.evidence,
        })
      }
      const { key, input } = first
      const body = { url: input.url, events: [context.unique('type')] }
      const same = await context.call('createWebhook', { key, body })
      const { id, secret } = (same.json ?? {}) as { id?: unknown; secret?: unknown }
      await dismiss(context, second)
      if (isSuccess(same) && typeof id === 'string' && id !== first.webhook.id) {
        await context.call('deleteWebhook', { key, path: { id } })
        await dismiss(context, first)
        if (secret !== first.webhook.secret) return
        throw new Violation('WH-13', 'Two webhooks with one url have the same secret.', {
          evidence: same.evidence,
        })
      }
      // Whether two webhooks may have one url is open.
      await dismiss(context, first)
    },
  },
  {
    ...base,
    id: 'secret-appears-once',
    title: 'the secret appears in the answer to the creation and in no other',
    rules: ['WH-3'],
    async run(context) {
      const first = await register(context)
      const second = await register(context)
      await context.call('createEvent', { key: context.eventKey(), body: { type: context.unique('secret') } })
      const insecure = { url: 'http://example.com/', events: [context.unique('secret')] }
      await context.call('createWebhook', { key: first.key, body: insecure })
      // Some deployments show a webhook here; none may show its secret. That is held against every answer.
      const shown = await context.send({
        method: 'GET',
        path: `/v1/webhooks/${encodeURIComponent(first.webhook.id)}`,
        key: first.key,
      })
      assertNoSecret(shown.json, shown.evidence)
      try {
        const { answers } = await listedWebhooks(context, first.key)
        for (const { json, evidence } of answers) assertNoSecret(json, evidence)
      } catch (error) {
        if (!(error instanceof NotApplicable)) throw error
      }
      const deletion = await context.call('deleteWebhook', { key: first.key, path: { id: first.webhook.id } })
      assertNoSecret(deletion.json, deletion.evidence)
      await dismiss(context, second)
    },
  },
]

function assertNoSecret(json: unknown, evidence: Violation['details']['evidence']): void {
  const text = JSON.stringify(json ?? null)
  if (!/"secret":"whsec_|"whsec_[^"]{8,}"/.test(text)) return
  throw new Violation('WH-3', 'An answer besides the creation holds a secret.', { evidence })
}

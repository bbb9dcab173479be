import { NotApplicable, Violation } from '../engine/outcome'
import { assertNow } from './events'
import { expectRefusal, expectSame, isSuccess } from '../probes/expect'
import { dismiss } from '../probes/deliveries'
import {
  listedWebhooks,
  register,
  webhookBase,
  webhookKey,
  webhookUrl,
  type Registered,
} from '../probes/webhooks'
import type { Check } from '../engine/check'
import type { Context } from '../engine/context'

const base = { level: 'must', mode: 'non-disruptive', needs: ['webhook-key'] } as const

/** URLs that are not HTTPS, told by their names. */
const insecure = [
  { name: 'http', url: (address: string) => `http://example.com${address}` },
  { name: 'upper-case-http', url: (address: string) => `HTTP://example.com${address}` },
  {
    name: 'http-with-https-inside',
    url: (address: string) => `http://example.com/https://example.com${address}`,
  },
  { name: 'https-alike', url: (address: string) => `httpsx://example.com${address}` },
  { name: 'http-on-loopback', url: (address: string) => `http://localhost${address}` },
  { name: 'ftp', url: (address: string) => `ftp://example.com${address}` },
] as const

/** Registering webhooks. */
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
      const given = await register(context, { description: 'Größe & "quotes" – 支払い' })
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
    id: 'webhook-created-time',
    title: 'created is the time of registration, in UTC',
    rules: ['WH-12'],
    async run(context) {
      const registered = await register(context)
      assertNow('WH-12', registered.webhook.created, { ...registered.answer })
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
        const deletion = await context.call('deleteWebhook', { key, path: { id } })
        if (isSuccess(deletion)) context.session.ledger.remove(id)
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
  ...insecure.map(({ name, url }): Check => ({
    ...base,
    id: `webhook-url-${name}`,
    title: `a url that is not HTTPS is refused: ${name.replaceAll('-', ' ')}`,
    rules: ['WH-2'],
    async run(context) {
      const { address } = webhookUrl(context, '')
      const body = { url: url(address), events: [context.unique('type')] }
      const answer = await context.call('createWebhook', { key: await permittedKey(context), body })
      const refusal = { status: 400, code: 'invalid_request', param: 'url', message: /https/i }
      expectRefusal(answer, { rule: 'WH-2', ...refusal }, `The url ${body.url}`)
    },
  })),
  {
    ...base,
    id: 'webhook-missing-url',
    title: 'without url the answer is 400 invalid_request',
    rules: ['WH-4'],
    async run(context) {
      const body = { events: [context.unique('type')] }
      const answer = await context.call('createWebhook', { key: await permittedKey(context), body })
      expectRefusal(answer, { rule: 'WH-4', status: 400, code: 'invalid_request' }, 'A webhook without url')
    },
  },
  {
    ...base,
    id: 'webhook-missing-events',
    title: 'without events the answer is 400 invalid_request',
    rules: ['WH-5'],
    async run(context) {
      const key = await permittedKey(context)
      const { base: place } = await webhookBase(context)
      const answer = await context.call('createWebhook', {
        key,
        body: { url: webhookUrl(context, place).url },
      })
      expectRefusal(
        answer,
        { rule: 'WH-5', status: 400, code: 'invalid_request' },
        'A webhook without events',
      )
    },
  },
  {
    ...base,
    id: 'missing-webhook-fields-are-named',
    title: 'a refusal for a missing url or events names it in param',
    rules: ['ER-6'],
    level: 'should',
    async run(context) {
      const key = await permittedKey(context)
      const { base: place } = await webhookBase(context)
      const bodies = [
        { param: 'url', body: { events: [context.unique('type')] } },
        { param: 'events', body: { url: webhookUrl(context, place).url } },
      ]
      for (const { param, body } of bodies) {
        const answer = await context.call('createWebhook', { key, body })
        const refusal = { rule: 'ER-6', status: 400, code: 'invalid_request', param }
        expectRefusal(answer, refusal, `A webhook without ${param}`)
      }
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
      if (isSuccess(deletion)) context.session.ledger.remove(first.webhook.id)
      await dismiss(context, second)
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
  const deletion = await context.call('deleteWebhook', { key, path: { id } })
  if (isSuccess(deletion)) context.session.ledger.remove(id)
  expectSame(seen, description, 'WH-7', 'A description of 300 characters', answer)
}

/** The key of the run that may register webhooks; `NotApplicable` where a test key may not. */
async function permittedKey(context: Context) {
  await webhookBase(context)
  return webhookKey(context)
}

function assertNoSecret(json: unknown, evidence: Violation['details']['evidence']): void {
  const text = JSON.stringify(json ?? null)
  if (!/"secret":"whsec_|"whsec_[^"]{8,}"/.test(text)) return
  throw new Violation('WH-3', 'An answer besides the creation holds a secret.', { evidence })
}

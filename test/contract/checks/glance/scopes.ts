import { dismiss, register } from '../../probes/webhooks'
import { newWebhookUrl } from '../../probes/webhook-hosts'
import { discard } from '../../probes/webhook-room'
import { eventInput } from '../../probes/events'
import { expectThat } from '../../probes/expect'
import { idOf, isRefusal, isSuccess, observeErrorCode } from '../../probes/answers'
import { makeScopedKeys } from '../../probes/scoped-keys'
import { NotApplicable } from '../../engine/outcome'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'
import type { Scope } from '../../../../generated/operations'

const base = {
  level: 'must',
  mode: 'full',
  needs: ['live-key'],
  restsOn: 'API key; Authentication, rules 6 and 7',
  leavesOpen:
    'Method and path of the operation that makes keys, the record that comes back, and status and code with which a key without the scope is refused are the service’s choice.',
  quick: 'only',
} as const

/** The checks of a quick run that make scoped keys: two of them, so that each scope is had by one and lacked by the other. */
export const scopeGlanceChecks: readonly Check[] = [
  {
    ...base,
    id: 'scopes-at-a-glance',
    title: 'a scoped key does what its scopes permit on events and webhooks, and nothing else',
    rules: ['AU-11', 'AU-12', 'AU-14', 'AU-17'],
    async run(context) {
      const { reader, writer, listed } = await glanceKeys(context)
      const list = (key: Key) => context.call('listEvents', { key, query: { limit: 1 } })
      // The wait until the keys are known everywhere ends with what the reader is answered.
      expectPermitted(listed ?? (await list(reader)), ['AU-11', 'AU-17'], 'events:read')
      expectRefused(context, await list(writer), 'AU-11', 'events:read')
      const send = (key: Key) => context.call('createEvent', { key, body: eventInput(context, 'scope') })
      expectPermitted(await send(writer), ['AU-12', 'AU-17'], 'events:write')
      expectRefused(context, await send(reader), 'AU-12', 'events:write')

      const registered = await registerWith(context, reader)
      expectPermitted(registered, ['AU-14', 'AU-17'], 'webhooks:write')
      const path = { id: idOf(registered) ?? '' }
      const remove = (key: Key) => context.call('deleteWebhook', { key, path })
      expectRefused(context, await remove(writer), 'AU-14', 'webhooks:write')
      expectPermitted(await remove(reader), 'AU-14', 'webhooks:write')
      const other = await create(context, writer)
      await discard(context, context.liveKey(), other)
      expectRefused(context, other, 'AU-14', 'webhooks:write')
    },
  },
  {
    ...base,
    id: 'webhook-list-scope-at-a-glance',
    title: 'webhooks:read permits listing webhooks, and a scoped key without it may not',
    rules: ['AU-13'],
    async run(context) {
      const list = (key: Key) => context.call('listWebhooks', { key, query: { limit: 1 } })
      const { reader, writer } = await glanceKeys(context)
      const listed = await list(writer)
      // A refusal says nothing about scopes where a full key is refused as well.
      if (!isSuccess(listed) && !isSuccess(await list(context.liveKey()))) {
        const { method, path } = context.route('listWebhooks')
        throw new NotApplicable(`The deployment does not list webhooks at ${method} ${path}.`)
      }
      expectPermitted(listed, 'AU-13', 'webhooks:read')
      expectRefused(context, await list(reader), 'AU-13', 'webhooks:read')
    },
  },
]

/** Two scoped keys, made once a run; `NotApplicable` where the deployment makes none. */
async function glanceKeys(context: Context): Promise<{ reader: Key; writer: Key; listed?: Answer }> {
  const lists: readonly (readonly Scope[])[] = [
    ['events:write', 'webhooks:read'],
    ['events:read', 'webhooks:write'],
  ]
  const made = await context.once('scoped keys at a glance', () => makeScopedKeys(context, lists))
  const [writer, reader] = made.keys
  if (reader && writer) return { reader, writer, listed: made.listed }
  const { method, path } = context.route('createKey')
  throw new NotApplicable(`The deployment makes no scoped keys at ${method} ${path}.`, 'without --quick')
}

/** Has a scoped key register a webhook. Where it is refused there may be no room, which the live key shows. */
async function registerWith(context: Context, key: Key): Promise<Answer> {
  const first = await create(context, key)
  if (!isRefusal(first)) return first
  await dismiss(context, await register(context, { key: context.liveKey() }))
  return create(context, key)
}

async function create(context: Context, key: Key): Promise<Answer> {
  const body = { url: await newWebhookUrl(context), events: [context.unique('scope')] }
  return context.call('createWebhook', { key, body })
}

function expectPermitted(answer: Answer, rules: string | readonly string[], scope: Scope): void {
  expectThat(!isRefusal(answer), rules, `A key with ${scope} was refused.`, { expected: 'a 2xx', answer })
}

function expectRefused(context: Context, answer: Answer, rule: string, scope: Scope): void {
  const message = `A key without ${scope} was not refused.`
  expectThat(isRefusal(answer), rule, message, { expected: 'a 4xx', answer })
  context.observe('missingScopeStatus', answer.status)
  observeErrorCode(context, answer)
}

import type { OperationId, Scope } from '../../../../generated/operations'
import { NotApplicable } from '../../engine/outcome'
import { createEvent, eventInput } from '../../probes/events'
import { discard, dismiss, elsewhere, newAddress, register } from '../../probes/webhooks'
import { expectThat } from '../../probes/expect'
import { hasScope, makesTestData, type Key } from '../../engine/key'
import { isSuccess, itemsOf, observeErrorCode, refusesKey } from '../../probes/answers'
import { permits } from '../../engine/vocabulary'
import { requireScopedKey, scopedKeys } from '../../probes/scoped-keys'
import type { Answer } from '../../wire/client'
import type { Call, Context } from '../../engine/context'
import type { Check } from '../../engine/check'

const base = { level: 'must', mode: 'full', needs: ['live-key'] } as const
const scoped = { ...base, needs: ['scoped-key', 'any-key'] } as const

const hour = 3_600_000

/** Scoped keys: what each scope permits, and the end of a key. */
export const scopeChecks: readonly Check[] = [
  {
    ...scoped,
    id: 'scope-events-read',
    title: 'events:read permits listing and retrieving events, and nothing else does',
    rules: ['AU-11'],
    mode: 'read-only',
    run: (context) =>
      judge(context, 'AU-11', 'events:read', async (key) => {
        const listed = await context.call('listEvents', { key, query: { limit: 1 } })
        const [event] = itemsOf(listed) as ({ id?: unknown } | null)[]
        const id = event?.id ?? (await anyEvent(context, key))
        if (typeof id !== 'string') return [listed]
        return [listed, await context.call('retrieveEvent', { key, path: { id } })]
      }),
  },
  {
    ...scoped,
    id: 'scope-events-write',
    title: 'events:write permits creating events, and nothing else does',
    rules: ['AU-12'],
    mode: 'non-disruptive',
    run: (context) =>
      judge(context, 'AU-12', 'events:write', async (key) => {
        // Live data may be written in mode full alone.
        if (!makesTestData(key) && !permits(context.mode, 'full')) return []
        return [await context.call('createEvent', { key, body: eventInput(context, 'scope') })]
      }),
  },
  {
    ...scoped,
    id: 'scope-webhooks-read',
    title: 'webhooks:read permits listing webhooks, and nothing else does',
    rules: ['AU-13'],
    mode: 'read-only',
    async run(context) {
      if (!isSuccess(await context.call('listWebhooks', { key: context.anyKey() }))) {
        throw new NotApplicable('The deployment does not list webhooks at GET /v1/webhooks.')
      }
      await judge(context, 'AU-13', 'webhooks:read', async (key) => [
        await context.call('listWebhooks', { key }),
      ])
    },
  },
  {
    ...scoped,
    id: 'scope-webhooks-write',
    title: 'webhooks:write permits registering and deleting webhooks, and nothing else does',
    rules: ['AU-14'],
    needs: ['scoped-key', 'live-key'],
    run: (context) =>
      judge(context, 'AU-14', 'webhooks:write', async (key) => {
        const live = context.liveKey()
        const url = (context.receiverUrl ?? elsewhere) + newAddress(context)
        const body = { url, events: [context.unique('scope')] }
        const created = await context.call('createWebhook', { key, body })
        // The scoped key may end before the run does: the webhook is deleted at once, by the live key.
        await discard(context, live, created)
        const own = await register(context, { key: live })
        const deleted = await context.call('deleteWebhook', { key, path: { id: own.webhook.id } })
        if (!isSuccess(deleted)) await dismiss(context, own)
        return [created, deleted]
      }),
  },
  {
    ...base,
    id: 'expired-key-is-refused',
    title: 'a scoped key is refused once its end has passed',
    rules: ['AU-15'],
    mode: 'read-only',
    needs: ['expired-key'],
    async run(context) {
      const [key] = context.keys('expired')
      const calls: [OperationId, Call][] = [['listEvents', { query: { limit: 1 } }]]
      if (permits(context.mode, 'full')) {
        calls.push(['createEvent', { body: eventInput(context, 'expired') }])
        calls.push(['deleteWebhook', { path: { id: `wh_${context.prefix}` } }])
      }
      for (const [operation, call] of calls) {
        const answer = await context.call(operation, { ...call, key })
        const message = `${operation} with an expired key was answered by ${answer.status}.`
        expectThat(refusesKey(answer), 'AU-15', message, { expected: '401 or 403', answer })
        context.observe('expiredKeyStatus', answer.status as 401 | 403)
        observeErrorCode(context, answer)
      }
    },
  },
  {
    ...base,
    id: 'key-ends-at-its-time',
    title: 'a scoped key works before its end and is refused after it',
    rules: ['AU-15'],
    needs: ['live-key', 'clock'],
    phase: 'late',
    async run(context) {
      const key = await requireScopedKey(context, ['events:read'], hour)
      const list = () => context.call('listEvents', { key, query: { limit: 1 } })
      await context.wait(hour - 60_000)
      const before = await list()
      await context.wait(61_000)
      const after = await list()
      const holds = isSuccess(before) && refusesKey(after)
      expectThat(holds, 'AU-15', 'The end of a scoped key was not kept.', {
        expected: '200 before, 401 or 403 after',
        received: `${before.status} before, ${after.status} after`,
        answer: after,
      })
      context.observe('expiredKeyStatus', after.status as 401 | 403)
    },
  },
  {
    ...base,
    id: 'create-scoped-key',
    title: 'a scoped key is created with name, scopes and expiresAt',
    rules: ['AU-17'],
    async run(context) {
      const key = await requireScopedKey(context, ['webhooks:write', 'events:read'])
      const listed = await context.call('listEvents', { key, query: { limit: 1 } })
      // The body is no webhook: a key with the scope is told so, a key without it is refused.
      const registered = await context.call('createWebhook', { key, body: {} })
      const created = await context.call('createEvent', { key, body: eventInput(context, 'scoped') })
      const holds = isSuccess(listed) && !refusesKey(registered) && refusesKey(created)
      expectThat(holds, 'AU-17', 'A key made with webhooks:write and events:read does something else.', {
        expected: '2xx on listing, 400 on a webhook without fields, 401 or 403 on creating an event',
        received: `${listed.status}, ${registered.status} and ${created.status}`,
        answer: created,
      })
    },
  },
]

/**
 * Judges that each scoped key does what its scopes say: 401 and 403 are refusals, everything else is none. `attempt`
 * resolves to no answers where a key cannot be tried.
 */
async function judge(
  context: Context,
  rule: string,
  scope: Scope,
  attempt: (key: Key) => Promise<Answer[]>,
): Promise<string> {
  const judged = { with: 0, without: 0 }
  for (const key of await scopedKeys(context)) {
    const permitted = hasScope(key, scope)
    const answers = await attempt(key)
    if (answers.length > 0) judged[permitted ? 'with' : 'without'] += 1
    for (const answer of answers) {
      const refused = refusesKey(answer)
      if (permitted) {
        const message = `A key with ${scope} was refused.`
        expectThat(!refused, rule, message, { expected: 'no 401, no 403', answer })
      } else {
        const message = `A key without ${scope} was not refused.`
        expectThat(refused, rule, message, { expected: '401 or 403', answer })
        context.observe('missingScopeStatus', answer.status as 401 | 403)
        observeErrorCode(context, answer)
      }
    }
  }
  if (judged.with + judged.without > 0) {
    return `Judged with ${judged.with} keys that have it and ${judged.without} that lack it.`
  }
  throw new NotApplicable('The scoped keys that were given cannot be tried in this mode.', '--mode full')
}

/** An event of the key's mode that a key without events:read could try to retrieve, where retrieving is offered. */
function anyEvent(context: Context, scopedKey: Key): Promise<string | undefined> {
  return context.once(`retrievable event ${makesTestData(scopedKey)}`, async () => {
    if (!permits(context.mode, 'full')) return undefined
    const key = makesTestData(scopedKey) ? context.testKey() : context.liveKey()
    const { event } = await createEvent(context, key)
    const answer = await context.call('retrieveEvent', { key, path: { id: event.id } })
    return isSuccess(answer) ? event.id : undefined
  })
}

import { operations, type OperationId, type Scope } from '../../../../generated/operations'
import { NotApplicable } from '../../engine/outcome'
import { eventInput } from '../../probes/events'
import { events, retrievals, webhooks, type Kind } from '../../probes/kinds'
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
  readingCheck({
    id: 'scope-events-read',
    rule: 'AU-11',
    scope: 'events:read',
    list: 'listEvents',
    kind: events,
  }),
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
  readingCheck({
    id: 'scope-webhooks-read',
    rule: 'AU-13',
    scope: 'webhooks:read',
    list: 'listWebhooks',
    kind: webhooks,
  }),
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
        context.observe('expiredKeyStatus', answer.status)
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
      context.observe('expiredKeyStatus', after.status)
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
        context.observe('missingScopeStatus', answer.status)
        observeErrorCode(context, answer)
      }
    }
  }
  if (judged.with + judged.without > 0) {
    return `Judged with ${judged.with} keys that have it and ${judged.without} that lack it.`
  }
  throw new NotApplicable('The scoped keys that were given cannot be tried in this mode.', '--mode full')
}

/** A scope to read, and the operations that it permits. */
interface Reading {
  id: string
  rule: string
  scope: Scope
  list: OperationId
  kind: Kind
}

/** A check of a scope to read: it permits to list the resources of a kind and, where that is offered, to retrieve one. */
function readingCheck({ id, rule, scope, list, kind }: Reading): Check {
  const verbs = retrievals(kind).length > 0 ? 'listing and retrieving' : 'listing'
  return {
    ...scoped,
    id,
    title: `${scope} permits ${verbs} ${kind.word}s, and nothing else does`,
    rules: [rule],
    mode: 'read-only',
    async run(context) {
      if (operations[list].assumed && !isSuccess(await context.call(list, { key: context.anyKey() }))) {
        const { method, path } = context.route(list)
        throw new NotApplicable(`The deployment does not list ${kind.word}s at ${method} ${path}.`)
      }
      return judge(context, rule, scope, async (key) => {
        const answers = [await context.call(list, { key, query: { limit: 1 } })]
        const [item] = answers.flatMap(itemsOf) as ({ id?: unknown } | null)[]
        for (const { id: operation } of retrievals(kind)) {
          const known = item?.id ?? (await retrievable(context, kind, operation, key))
          if (typeof known === 'string')
            answers.push(await context.call(operation, { key, path: { id: known } }))
        }
        return answers
      })
    },
  }
}

/** Id of a resource of the key's mode that a key without the scope could try to retrieve, where retrieving is offered. */
function retrievable(
  context: Context,
  kind: Kind,
  operation: OperationId,
  scopedKey: Key,
): Promise<string | undefined> {
  return context.once(`retrievable ${kind.word} ${makesTestData(scopedKey)}`, async () => {
    if (!permits(context.mode, 'full')) return undefined
    const key = makesTestData(scopedKey) ? context.testKey() : context.liveKey()
    if (!kind.keys(context).some(({ value }) => value === key.value)) return undefined
    const { id } = await kind.make(context, key)
    return isSuccess(await context.call(operation, { key, path: { id } })) ? id : undefined
  })
}

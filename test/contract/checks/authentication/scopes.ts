import type { Scope } from '../../../../generated/operations'
import { NotApplicable, Violation } from '../../engine/outcome'
import { createEvent, eventInput } from '../../probes/events'
import { dismiss } from '../../probes/deliveries'
import { errorOf, isSuccess } from '../../probes/expect'
import { hasScope, makesTestData, type Key } from '../../engine/key'
import { makeScopedKey, scopedKeys } from '../../probes/scoped-keys'
import { permits } from '../../engine/vocabulary'
import type { Check } from '../../engine/check'
import { register, webhookUrl } from '../../probes/webhooks'
import type { Answer } from '../../wire/client'
import type { Call, Context } from '../../engine/context'
import type { OperationId } from '../../../../generated/operations'

const base = { level: 'must', needs: ['scoped-key', 'any-key'] } as const

const hour = 3_600_000

/** Scoped keys: what each scope permits, and the end of a key. */
export const scopeChecks: readonly Check[] = [
  {
    ...base,
    id: 'scope-events-read',
    title: 'events:read permits listing and retrieving events, and nothing else does',
    rules: ['AU-11'],
    mode: 'read-only',
    run: (context) =>
      judge(context, 'AU-11', 'events:read', async (key) => {
        const answers = [await context.call('listEvents', { key, query: { limit: 1 } })]
        const { data } = (answers[0]?.json ?? {}) as { data?: unknown }
        const [event] = (Array.isArray(data) ? data : []) as ({ id?: unknown } | null)[]
        const id = event?.id ?? (await anyEvent(context, key))
        if (typeof id === 'string') answers.push(await context.call('retrieveEvent', { key, path: { id } }))
        return answers
      }),
  },
  {
    ...base,
    id: 'scope-events-write',
    title: 'events:write permits creating events, and nothing else does',
    rules: ['AU-12'],
    mode: 'non-disruptive',
    run: (context) =>
      judge(context, 'AU-12', 'events:write', async (key) => {
        assertHarmless(context, key)
        return [await context.call('createEvent', { key, body: eventInput(context, 'scope') })]
      }),
  },
  {
    ...base,
    id: 'scope-webhooks-read',
    title: 'webhooks:read permits listing webhooks, and nothing else does',
    rules: ['AU-13'],
    mode: 'read-only',
    async run(context) {
      const full = await context.call('listWebhooks', { key: context.anyKey() })
      if (!isSuccess(full))
        throw new NotApplicable('The deployment does not list webhooks at GET /v1/webhooks.')
      await judge(context, 'AU-13', 'webhooks:read', async (key) => [
        await context.call('listWebhooks', { key }),
      ])
    },
  },
  {
    ...base,
    id: 'scope-webhooks-write',
    title: 'webhooks:write permits registering and deleting webhooks, and nothing else does',
    rules: ['AU-14'],
    mode: 'full',
    needs: ['scoped-key', 'live-key'],
    run: (context) =>
      judge(context, 'AU-14', 'webhooks:write', async (key) => {
        const { url } = webhookUrl(context, context.receiverUrl ?? 'https://example.com')
        const body = { url, events: [context.unique('scope')] }
        const created = await context.call('createWebhook', { key, body })
        await discard(context, created)
        const own = await register(context, { key: context.liveKey() })
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
        if (answer.status !== 401 && answer.status !== 403) {
          throw new Violation('AU-15', `${operation} with an expired key was answered by ${answer.status}.`, {
            expected: '401 or 403',
            received: answer.status,
            evidence: answer.evidence,
          })
        }
        context.observe('expiredKeyStatus', answer.status)
        observeCode(context, answer)
      }
    },
  },
  {
    ...base,
    id: 'key-ends-at-its-time',
    title: 'a scoped key works before its end and is refused after it',
    rules: ['AU-15'],
    mode: 'full',
    needs: ['live-key', 'clock'],
    phase: 'late',
    async run(context) {
      const made = await makeScopedKey(context, ['events:read'], hour)
      if (!made) throw new NotApplicable('The deployment makes no scoped keys at POST /v1/keys.')
      const list = () => context.call('listEvents', { key: made.key, query: { limit: 1 } })
      await context.wait(hour - 60_000)
      const before = await list()
      await context.wait(61_000)
      const after = await list()
      if (isSuccess(before) && (after.status === 401 || after.status === 403)) {
        context.observe('expiredKeyStatus', after.status)
        return
      }
      throw new Violation('AU-15', 'The end of a scoped key was not kept.', {
        expected: '200 before, 401 or 403 after',
        received: `${before.status} before, ${after.status} after`,
        evidence: after.evidence,
      })
    },
  },
  {
    ...base,
    id: 'create-scoped-key',
    title: 'a scoped key is created with name, scopes and expiresAt',
    rules: ['AU-17'],
    mode: 'full',
    needs: ['live-key'],
    async run(context) {
      const made = await makeScopedKey(context, ['webhooks:write', 'events:read'])
      if (!made) throw new NotApplicable('The deployment makes no scoped keys at POST /v1/keys.')
      const listed = await context.call('listEvents', { key: made.key, query: { limit: 1 } })
      // What is no webhook is refused by its content or by the scope.
      const registered = await context.call('createWebhook', { key: made.key, body: {} })
      const created = await context.call('createEvent', {
        key: made.key,
        body: eventInput(context, 'scoped'),
      })
      const denies = ({ status }: Answer) => status === 401 || status === 403
      if (isSuccess(listed) && !denies(registered) && denies(created)) return
      throw new Violation('AU-17', 'A key made with webhooks:write and events:read does something else.', {
        expected: '2xx on listing, 400 on a webhook without fields, 401 or 403 on creating an event',
        received: `${listed.status}, ${registered.status} and ${created.status}`,
        evidence: created.evidence,
      })
    },
  },
]

/** Each scoped key does what its scopes say: 401 and 403 are refusals, everything else is none. */
async function judge(
  context: Context,
  rule: string,
  scope: Scope,
  attempt: (key: Key) => Promise<Answer[]>,
): Promise<string> {
  const keys = await scopedKeys(context)
  const sides = { with: 0, without: 0 }
  for (const key of keys) {
    const permitted = hasScope(key, scope)
    const answers = await attempt(key).catch((error: unknown) => {
      if (error instanceof NotApplicable) return undefined
      throw error
    })
    if (!answers) continue
    sides[permitted ? 'with' : 'without'] += 1
    for (const answer of answers) {
      const refused = answer.status === 401 || answer.status === 403
      if (refused && !permitted) {
        context.observe('missingScopeStatus', answer.status as 401 | 403)
        observeCode(context, answer)
      }
      if (refused !== permitted) continue
      const what = permitted ? `A key with ${scope} was refused.` : `A key without ${scope} was not refused.`
      throw new Violation(rule, what, {
        expected: permitted ? 'no 401, no 403' : '401 or 403',
        received: answer.status,
        evidence: answer.evidence,
      })
    }
  }
  if (sides.with + sides.without > 0)
    return `Judged with ${sides.with} keys that have it and ${sides.without} that lack it.`
  throw new NotApplicable('The scoped keys that were given cannot be tried in this mode.', '--mode full')
}

/** Deletes at once what a scoped key registered, whose end may come before that of the run. */
async function discard(context: Context, { json }: Answer): Promise<void> {
  const { id } = (json ?? {}) as { id?: unknown }
  if (typeof id !== 'string') return
  await context.call('deleteWebhook', { key: context.liveKey(), path: { id } })
}

/** Live data may be written in mode full alone. */
function assertHarmless(context: Context, key: Key): void {
  if (makesTestData(key) || permits(context.mode, 'full')) return
  throw new NotApplicable('A scoped live key is tried for writing in mode full only.', '--mode full')
}

function observeCode(context: Context, answer: Answer): void {
  const code = errorOf(answer)?.code
  if (typeof code === 'string' && code !== '') context.observe('errorCodes', { [answer.status]: code })
}

/** An event of the key's mode that a key without events:read could try to retrieve, where retrieving is offered. */
function anyEvent(context: Context, scoped: Key): Promise<string | undefined> {
  return context.once(`retrievable event ${makesTestData(scoped)}`, async () => {
    if (!permits(context.mode, 'full')) return undefined
    const key = makesTestData(scoped) ? context.testKey() : context.liveKey()
    const { event } = await createEvent(context, key)
    const answer = await context.call('retrieveEvent', { key, path: { id: event.id } })
    return isSuccess(answer) ? event.id : undefined
  })
}

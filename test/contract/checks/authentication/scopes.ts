import { checksOf } from '../checks-of'
import { operations, type OperationId, type Scope } from '../../../../generated/operations'
import { eventInput } from '../../probes/sending'
import { events, readsWithoutId, retrievals, webhooks, type Kind } from '../../probes/kinds'
import { register, registeredBy } from '../../probes/webhooks'
import { dismiss, sendDeletion } from '../../probes/deletions'
import {
  discard,
  newAddress,
  newWebhookUrl,
  sendRegistration,
  webhookBase,
  type WebhookInput,
} from '../../probes/webhook-hosts'
import {
  blaming,
  expectRefusal,
  expectThat,
  isRefusal,
  isSuccess,
  itemsOf,
  notFound,
  observeErrorCode,
  whereOffered,
} from '../../probes/expect'
import { expectNotCreated, expectNotRegistered } from '../../probes/refused-writes'
import { judgeAsCreated } from '../../probes/known-events'
import { requireScopedKey, scopedKeys } from '../../probes/scoped-keys'
import { NotApplicable, hasScope, modeOf, shareMode } from '../../engine/check'
import type { Answer, Call, Check, Context, Key } from '../../engine/check'

const base = { level: 'must', mode: 'full', needs: ['live-key'] } as const
const scoped = {
  ...base,
  needs: ['scoped-key', 'any-key'],
  observes: ['missingScopeStatus', 'errorCodes.403', 'errors.missingScope', 'challenge.missingScope'],
} as const

/** Scoped keys: what each scope permits. */
export const scopeChecks = checksOf(scoped, [
  readingCheck('AU-11', 'events:read', 'listEvents', events),
  {
    id: 'scope-events-write',
    title: 'events:write permits creating events, and nothing else does',
    rules: ['AU-12'],
    mode: 'non-disruptive',
    async run(context) {
      const refused: string[] = []
      const judged = await judge(context, 'AU-12', 'events:write', async (key) => {
        // Live data may be written in mode full alone.
        if (modeOf(key) === 'live' && !context.permits('full')) return []
        const body = eventInput(context, 'scope')
        const answer = await context.call('createEvent', { key, body })
        if (isRefusal(answer)) refused.push(body.type)
        return [answer]
      })
      if (context.permits('full') && refused.length > 0) await expectNotCreated(context, 'AU-12', refused)
      return judged
    },
  },
  readingCheck('AU-13', 'webhooks:read', 'listWebhooks', webhooks),
  {
    id: 'scope-webhooks-write',
    title: 'webhooks:write permits registering and deleting webhooks, and nothing else does',
    rules: ['AU-14'],
    needs: ['scoped-key', 'live-key'],
    run: (context) =>
      judge(context, 'AU-14', 'webhooks:write', async (key) => {
        const live = context.liveKey()
        const { base: host } = await webhookBase(context)
        const address = newAddress(context)
        const events = [context.unique('scope')]
        const input = { url: host + address, events, description: 'Made by a scoped key' }
        const created = await registerBy(context, key, input)
        // Whoever registered it, a webhook is what was sent. The scoped key may end before the run does: the live key deletes it at once.
        const made = registeredBy(context, created, { key: live, input, address })
        if (made) await dismiss(context, made)
        const own = await register(context, { key: live })
        const deleted = await context.call('deleteWebhook', { key, path: { id: own.webhook.id } })
        if (isSuccess(deleted)) {
          const again = 'Deleting a webhook again that a scoped key has deleted'
          expectRefusal(await sendDeletion(context, own), 'AU-14', again, notFound)
        } else {
          const gone = 'A key without webhooks:write was refused, and the webhook is gone'
          await blaming('AU-14', 'WD-2', gone, dismiss(context, own))
        }
        if (isRefusal(created)) await expectNotRegistered(context, 'AU-14', [input.url])
        return [created, deleted]
      }),
  },
  {
    ...base,
    id: 'create-scoped-key',
    title:
      'a scoped key is created with name, scopes and expiresAt, and makes none that may do more than itself',
    rules: ['AU-17', 'AU-12'],
    observes: ['operations.createKey'],
    async run(context) {
      const key = await requireScopedKey(context, ['webhooks:write', 'events:read'])
      const listed = await context.call('listEvents', { key, query: { limit: 1 } })
      const body = { url: await newWebhookUrl(context), events: [context.unique('scoped')] }
      const registered = await registerBy(context, key, body)
      await discard(context, context.liveKey(), registered)
      const created = await context.call('createEvent', { key, body: eventInput(context, 'scoped') })
      const holds = isSuccess(listed) && isSuccess(registered) && isRefusal(created)
      expectThat(holds, 'AU-17', 'A key made with webhooks:write and events:read does something else.', {
        expected: '2xx on listing and on registering a webhook, a refusal on creating an event',
        received: `${listed.status}, ${registered.status} and ${created.status}`,
        answer: created,
      })
      const made = await whereOffered(requireScopedKey(context, ['events:write'], undefined, key))
      if (!made) return
      const more = await context.call('createEvent', { key: made, body: eventInput(context, 'scoped') })
      const message = 'A key without events:write made one that has it.'
      expectThat(isRefusal(more), 'AU-12', message, { expected: 'a 4xx', answer: more })
    },
  },
])

/**
 * The answer to a registration by a scoped key. A live key that may register a webhook shows that there is room for one, so that a
 * refusal is one of the key.
 */
async function registerBy(context: Context, key: Key, body: WebhookInput): Promise<Answer> {
  const first = await sendRegistration(context, key, body)
  if (!isRefusal(first) || !hasScope(key, 'webhooks:write')) return first
  await dismiss(context, await register(context, { key: context.liveKey() }))
  return sendRegistration(context, key, body)
}

/**
 * Judges that each scoped key does what its scopes say. A deployment refuses by any 4xx, and what is tried is right but for
 * the key. `attempt` resolves to no answers where a key cannot be tried.
 */
async function judge(context: Context, rule: string, scope: Scope, attempt: (key: Key) => Promise<Answer[]>) {
  const judged = { with: 0, without: 0 }
  const attempts = await context.each(await scopedKeys(context), async (key) => ({
    permitted: hasScope(key, scope),
    answers: await attempt(key),
  }))
  for (const { permitted, answers } of attempts) {
    if (answers.length > 0) judged[permitted ? 'with' : 'without'] += 1
    for (const answer of answers) {
      const words = permitted ? `A key with ${scope} was refused.` : `A key without ${scope} was not refused.`
      const expected = permitted ? 'a 2xx' : 'a 4xx'
      expectThat(isRefusal(answer) !== permitted, rule, words, { expected, answer })
      if (permitted) continue
      context.observe('missingScopeStatus', answer.status)
      observeErrorCode(context, answer)
    }
  }
  if (judged.with + judged.without > 0) {
    return `Judged with ${judged.with} keys that have it and ${judged.without} that lack it.`
  }
  throw new NotApplicable('The scoped keys that were given cannot be tried in this mode.', '--mode full')
}

/** A check of a scope to read: it permits to list the resources of a kind and, where that is offered, to retrieve one. */
function readingCheck(rule: string, scope: Scope, list: OperationId, kind: Kind): Check {
  const verbs = retrievals(kind).length > 0 ? 'listing and retrieving' : 'listing'
  return {
    ...scoped,
    id: `scope-${kind.word}s-read`,
    title: `${scope} permits ${verbs} ${kind.word}s, and nothing else does`,
    rules: [rule],
    mode: 'read-only',
    async run(context) {
      const answer = operations[list].assumed
        ? await context.call(list, { key: context.anyKey() })
        : undefined
      if (answer && !isSuccess(answer)) {
        const { method, path } = context.route(list)
        const words = `was answered by ${answer.status}, without a page of ${kind.word}s.`
        throw new NotApplicable(`${method} ${path} ${words}`)
      }
      return judge(context, rule, scope, async (key) => {
        const first = await context.call(list, { key, query: { limit: 1 } })
        if (hasScope(key, scope) && !operations[list].assumed)
          await expectSight(context, rule, list, key, first)
        const answers = [first, ...(await secondPage(context, list, key, first))]
        const [item] = answers.flatMap(itemsOf)
        const full = context.usableKeys().find((one) => shareMode(one, key))
        const ask = async (operation: OperationId, call: Call) => {
          // A full key that gets nothing either shows that the operation is not offered, or not by this path.
          const isGiven = async () =>
            full !== undefined && isSuccess(await context.call(operation, { ...call, key: full }))
          if (!(await isGiven())) return
          let answer = await context.call(operation, { ...call, key })
          // A service of several databases may answer from one that does not have the event yet.
          if (!isSuccess(answer) && hasScope(key, scope))
            answer = await context.call(operation, { ...call, key })
          // A list that keeps its newest events alone may have lost this one meanwhile.
          if (isSuccess(answer) || !hasScope(key, scope) || (await isGiven())) answers.push(answer)
        }
        for (const { id: operation } of retrievals(kind)) {
          const id = item?.id ?? (await retrievable(context, kind, key))
          if (typeof id === 'string') await ask(operation, { path: { id } })
        }
        for (const one of readsWithoutId()) if (one.scope === scope && one.id !== list) await ask(one.id, {})
        for (const answer of answers) {
          for (const shown of [...itemsOf(answer), answer.fields])
            judgeAsCreated(context, key, shown, 'An event that a scoped key is shown', answer)
        }
        return answers
      })
    },
  }
}

/**
 * Fails where a key that may list is shown nothing of what a full key of its mode is shown. It is shown nothing for a while where a service of
 * several databases answers from one that has no event yet.
 */
async function expectSight(context: Context, rule: string, list: OperationId, key: Key, first: Answer) {
  const isEmpty = (answer: Answer) =>
    isSuccess(answer) && itemsOf(answer).length === 0 && answer.fields.hasMore === false
  const full = context.usableKeys().find((one) => shareMode(one, key))
  const query = { limit: 1 }
  let answer = first
  for (const pause of [0, context.settings.listingTimeout]) {
    if (!isEmpty(answer) || !full) return
    if (itemsOf(await context.call(list, { key: full, query })).length === 0) return
    if (pause > 0) await context.wait(pause)
    answer = await context.call(list, { key, query })
  }
  expectThat(!isEmpty(answer), rule, 'A key with the scope to list is shown an empty list.', { answer })
}

/** The page after the first one by a key, or by a cursor of a full key where the first one was refused; none where no cursor leads there. */
async function secondPage(context: Context, list: OperationId, key: Key, first: Answer): Promise<Answer[]> {
  const full = context.usableKeys().find((one) => shareMode(one, key))
  const isOpen = isSuccess(first)
  const page = isOpen || !full ? first : await context.call(list, { key: full, query: { limit: 1 } })
  const { hasMore, nextCursor: cursor } = page.fields
  // The interface shows the parameters of the list of events alone: another list may refuse them to those who may read it.
  if (hasMore !== true || typeof cursor !== 'string' || (isOpen && operations[list].assumed)) return []
  return [await context.call(list, { key, query: isOpen ? { cursor, limit: 1 } : { cursor } })]
}

/** Id of a resource of the key's mode that a key without the scope could try to retrieve. */
function retrievable(context: Context, kind: Kind, scopedKey: Key) {
  return context.once(`retrievable ${kind.word} ${modeOf(scopedKey)}`, async () => {
    if (!context.permits('full')) return undefined
    const key = modeOf(scopedKey) === 'test' ? context.testKey() : context.liveKey()
    if (!kind.keys(context).some(({ value }) => value === key.value)) return undefined
    return (await kind.make(context, key)).id
  })
}

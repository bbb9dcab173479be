import { checksOf } from '../checks-of'
import { registerUnlessRefused } from '../../probes/webhooks'
import { dismiss } from '../../probes/deletions'
import { expectNotCreated, expectNotRegistered } from '../../probes/refused-writes'
import { idempotency } from '../../probes/idempotency'
import { createEvent, sampleEvent } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent, type EventInput } from '../../probes/sending'
import { events, makeWhereAllowed, readsWithoutId, retrievals, webhooks } from '../../probes/kinds'
import { elsewhere as otherHost, newAddress, type WebhookInput } from '../../probes/webhook-hosts'
import { expectUnauthorized, invalidKey, listWithInvalidKey } from '../../probes/identifiers'
import { blaming, isSuccess, expectThat, itemsOf, wherePossible } from '../../probes/expect'
import {
  expectNoHead,
  expectNoKeyInQuery,
  expectNoListElsewhere,
  expectNoWriteElsewhere,
} from './without-key'
import { confusedKeys, nearKeys, withOtherCase, withOtherPrefix } from '../../probes/near-keys'
import { newCursor } from '../../probes/walks'
import { requireScopedKey, sendScopedKey } from '../../probes/scoped-keys'
import type { OperationId } from '../../../../generated/operations'
import { NotApplicable, type Answer, type Call, type Check, type Context, type Key } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive' } as const
const reading = { ...base, mode: 'read-only', needs: [] } as const

/** Beginnings of keys that no deployment has. */
const prefixes = [
  { name: 'unknown-live', prefix: 'sk_live_' },
  { name: 'unknown-test', prefix: 'sk_test_', quick: true },
  { name: 'without-known-prefix', prefix: 'key_' },
] as const

const invalidKeys = () => ['sk_live_', 'sk_test_'].map(invalidKey)

/** Requests of those who have no valid key, and the rule on their refusal. */
const strangers = [
  { name: 'missing', rule: 'AU-3', words: 'no key', keys: () => [null], elsewhere: expectNoWriteElsewhere },
  { name: 'invalid', rule: 'AU-4', words: 'an invalid key', keys: invalidKeys, elsewhere: undefined },
] as const

/** Those whose key is nearly a valid one. */
const nearlyKnown = {
  name: 'nearly-valid',
  rule: 'AU-4',
  words: 'a key that is nearly valid',
  elsewhere: undefined,
  keys: (context: Context) =>
    context.eventKeys().flatMap(({ value, label }) =>
      [`${value}0`, withOtherCase(value)]
        .filter((near) => near !== value)
        .map((near): Key => {
          context.hide(near, `${label} but for a part`)
          return { kind: 'invalid', value: near, label }
        }),
    ),
}

/** Authorization headers of clients that have no key, or no value where theirs should be, each with the rule that refuses it. */
const withoutKey = [
  ['Bearer', 'AU-3'],
  ['Basic dXNlcjpwYXNzd29yZA==', 'AU-3'],
  ['Bearer null', 'AU-4'],
  ['Bearer undefined', 'AU-4'],
] as const

/** Keys that are missing or invalid: 401, whatever is asked. */
export const invalidKeyChecks = checksOf(reading, [
  {
    id: 'missing-key-cannot-list',
    quick: true,
    title: 'without a key nothing is listed, and no event is created: 401',
    rules: ['AU-3'],
    async run(context) {
      const answer = await context.call('listEvents', { key: null })
      expectUnauthorized(context, answer, 'AU-3', 'Listing without a key')
      if (!context.permits('non-disruptive')) return
      const body = eventInput(context, 'unauthorized')
      const created = await context.call('createEvent', { key: null, body })
      expectUnauthorized(context, created, 'AU-3', 'Creating an event without a key')
    },
  },
  {
    id: 'empty-key-is-refused',
    title: 'an authorization header without a key is 401, and no other way to ask shows a list without one',
    rules: ['AU-3', 'AU-4'],
    async run(context) {
      await context.each(withoutKey, async ([Authorization, rule]) => {
        const answer = await context.call('listEvents', { key: null, headers: { Authorization } })
        expectUnauthorized(context, answer, rule, `Authorization: ${Authorization}`)
      })
      // A service may answer otherwise once it has served many requests.
      const ask = () => context.call('listEvents', { key: null })
      context.later(async () => expectUnauthorized(context, await ask(), 'AU-3', 'Listing without a key'))
      await expectNoListElsewhere(context)
      await context.each(context.usableKeys(), (key) => expectNoHead(context, key))
    },
  },
  ...prefixes.map(({ name, prefix, ...tag }): Check => ({
    ...reading,
    ...tag,
    id: `invalid-key-${name}`,
    title: `listing with an invalid key is 401: ${name.replaceAll('-', ' ')}`,
    rules: ['AU-4'],
    async run(context) {
      const answer = await listWithInvalidKey(context, prefix)
      expectUnauthorized(context, answer, 'AU-4', 'Listing with an invalid key')
    },
  })),
  ...[...strangers, nearlyKnown].map(({ name, rule, words, keys, elsewhere }): Check => ({
    ...base,
    id: `${name}-key-cannot-write`,
    title: `creating and deleting with ${words} is 401, and nothing is created or deleted`,
    rules: [rule],
    needs: ['event-key'],
    timeLimit: 60_000,
    async run(context) {
      // A service may look for the webhook, and for the idempotency key, before it looks at the API key.
      const standing = await wherePossible(registerUnlessRefused(context, {}))
      const once = newIdempotencyKey((await idempotency(context)).places)
      const { input } = await createEvent(context, context.eventKey(), undefined, once)
      const bodies: Partial<EventInput & WebhookInput>[] = []
      await context.each(keys(context), async (key) => {
        for (const [operation, call] of writes(context, standing?.webhook.id)) {
          const answer = await context.call(operation, { ...call, key })
          expectUnauthorized(context, answer, rule, `${operation} with ${words}`)
          bodies.push(call.body ?? {})
        }
        const repeated = await sendEvent(context, key, input, once)
        expectUnauthorized(context, repeated, rule, `A known idempotency key with ${words}`)
      })
      if (standing) await elsewhere?.(context, standing.webhook.id)
      const types = bodies.flatMap(({ type }) => type ?? [])
      const urls = bodies.flatMap(({ url }) => url ?? [])
      await context.each(context.eventKeys(), async (key) => {
        await expectNotCreated(context, rule, types, key)
        await expectNotRegistered(context, rule, urls, key)
      })
      const gone = `A deletion with ${words} was refused, and the webhook is gone`
      if (standing) await blaming(rule, 'WD-2', gone, dismiss(context, standing))
    },
  })),
  {
    id: 'nearly-valid-key-is-refused',
    title: 'a key that is valid but for one character is 401',
    rules: ['AU-4'],
    needs: ['any-key'],
    async run(context) {
      await context.each(context.usableKeys(), (key) => expectNoNearKey(context, key, nearKeys(key.value)))
    },
  },
  {
    ...base,
    id: 'key-is-compared-exactly',
    title: 'a key that a database or a pattern may take for a valid one is 401',
    rules: ['AU-4'],
    needs: ['event-key'],
    async run(context) {
      const isFull = context.permits('full')
      const [scoped] = isFull ? context.keys('scoped') : []
      for (const key of isFull ? context.usableKeys() : context.eventKeys()) {
        await expectNoNearKey(context, key, confusedKeys(key.value))
        await expectPrefixCounts(context, key)
      }
      if (scoped)
        await expectNoNearKey(context, scoped, [...nearKeys(scoped.value), ...confusedKeys(scoped.value)])
      // An account may have keys that differ by their prefix alone, but not of a key that the run has made itself.
      const made = isFull && (await wherePossible(requireScopedKey(context, ['events:read'])))
      if (made) await expectNoNearKey(context, made, [withOtherPrefix(made.value)])
    },
  },
  ...strangers.map(({ name, rule, words, keys }): Check => ({
    ...base,
    id: `${name}-key-cannot-use-other-operations`,
    title: `reading by any other operation, and making scoped keys, with ${words} is 401`,
    rules: [rule],
    needs: ['event-key'],
    async run(context) {
      const judged: string[] = []
      const stranger = keys().at(-1) ?? null
      const expectRefused = (operation: OperationId, answer: Answer) => {
        expectUnauthorized(context, answer, rule, `${operation} with ${words}`)
        judged.push(operation)
      }
      const judge = async (operation: OperationId, key: Key, call: Call) => {
        // A deployment need not offer any of these operations.
        if (isSuccess(await context.call(operation, { ...call, key })))
          expectRefused(operation, await context.call(operation, { ...call, key: stranger }))
      }
      for (const kind of [events, webhooks]) {
        if (retrievals(kind).length === 0) continue
        const made = await makeWhereAllowed(context, kind)
        if (!made) continue
        for (const { id } of retrievals(kind)) await judge(id, made.key, { path: { id: made.id } })
        await made.dismiss()
      }
      for (const { id, assumed } of readsWithoutId()) if (assumed) await judge(id, context.eventKey(), {})
      const cursor = await newCursor(context, context.eventKey())
      const next = cursor === undefined ? undefined : { key: stranger, query: { cursor, limit: 1 } }
      if (next) expectRefused('listEvents', await context.call('listEvents', next))
      const made =
        context.permits('full') && (await wherePossible(requireScopedKey(context, ['events:read'])))
      if (made) expectRefused('createKey', await sendScopedKey(context, stranger, ['events:read']))
      if (made && stranger === null) await expectNoKeyInQuery(context, made)
      if (judged.length === 0) throw new NotApplicable('The deployment offers none of them.')
      return `${judged.join(' and ')}.`
    },
  })),
])

/** Fails where one of the keys that resemble a valid one is accepted. */
async function expectNoNearKey(context: Context, { value, label }: Key, near: readonly string[]) {
  const known = context.keys().map((key) => key.value)
  const others = new Set(near.filter((one) => one !== value && !known.includes(one)))
  await context.each([...others], async (other) => {
    // A nearly valid key gives most of the valid one away.
    context.hide(other, `${label} but for a part`)
    const key: Key = { kind: 'invalid', value: other, label }
    const answer = await context.call('listEvents', { key, query: { limit: 1 } })
    expectUnauthorized(context, answer, 'AU-4', 'A key that is nearly valid')
  })
}

/**
 * Fails where a key with the prefix of the other mode shows what the valid key made. It may be a valid key of its own, which then
 * has other data.
 */
async function expectPrefixCounts(context: Context, key: Key): Promise<void> {
  const value = withOtherPrefix(key.value)
  if (value === key.value || context.keys().some((one) => one.value === value)) return
  context.hide(value, `${key.label} but for a part`)
  await sampleEvent(context, key)
  const list = (by: Key) => context.call('listEvents', { key: by, query: { limit: 100 } })
  const idsIn = (answer: Answer) => itemsOf(answer).map(({ id }) => id)
  const own = new Set(idsIn(await list(key)))
  const answer = await list({ kind: 'invalid', value, label: key.label })
  if (!isSuccess(answer)) return expectUnauthorized(context, answer, 'AU-4', 'A key with another prefix')
  const shown = idsIn(answer).find((id) => own.has(id))
  const message = 'A key with the prefix of the other mode shows what the valid key made.'
  expectThat(shown === undefined, 'AU-4', message, { received: shown, answer })
}

function writes(context: Context, standing = `wh_${context.prefix}`): [OperationId, Call][] {
  const url = (context.receiverUrl ?? otherHost) + newAddress(context)
  return [
    ['createEvent', { body: eventInput(context, 'unauthorized') }],
    // A request without a valid key is not told what else is wrong with it.
    ['createEvent', { body: {} }],
    ['createWebhook', { body: { url, events: [context.unique('unauthorized')] } }],
    ['deleteWebhook', { path: { id: standing } }],
  ]
}

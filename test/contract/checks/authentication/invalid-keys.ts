import { NotApplicable } from '../../engine/outcome'
import { unknownKey } from '../../probes/identifiers'
import { createEvent, eventInput } from '../../probes/events'
import { errorOf, expectStatus, isSuccess } from '../../probes/expect'
import { webhookUrl } from '../../probes/webhooks'
import type { Answer } from '../../wire/client'
import type { Call, Context } from '../../engine/context'
import type { Check } from '../../engine/check'
import type { Key } from '../../engine/key'
import type { OperationId } from '../../../../generated/operations'

const base = { level: 'must', mode: 'non-disruptive' } as const

/** Keys that no deployment has. */
const invalid = [
  { name: 'unknown-live', value: () => unknownKey('sk_live_') },
  { name: 'unknown-test', value: () => unknownKey('sk_test_') },
  { name: 'without-known-prefix', value: () => unknownKey('key_') },
] as const

/** Keys that are missing or invalid: 401, whatever is asked. */
export const invalidKeyChecks: readonly Check[] = [
  {
    ...base,
    id: 'missing-key-cannot-list',
    title: 'listing without a key is 401',
    rules: ['AU-3'],
    mode: 'read-only',
    needs: [],
    async run(context) {
      const answer = await context.call('listEvents', { key: null })
      assertUnauthorized(context, answer, 'AU-3', 'Listing without a key')
    },
  },
  {
    ...base,
    id: 'missing-key-cannot-write',
    title: 'creating and deleting without a key is 401',
    rules: ['AU-3'],
    needs: ['event-key'],
    async run(context) {
      for (const [operation, call] of writes(context)) {
        const answer = await context.call(operation, { ...call, key: null })
        assertUnauthorized(context, answer, 'AU-3', `${operation} without a key`)
      }
    },
  },
  {
    ...base,
    id: 'empty-key-is-refused',
    title: 'an authorization header without a key is 401',
    rules: ['AU-3'],
    mode: 'read-only',
    needs: [],
    async run(context) {
      for (const Authorization of ['Bearer', 'Basic dXNlcjpwYXNzd29yZA==']) {
        const answer = await context.call('listEvents', { key: null, headers: { Authorization } })
        assertUnauthorized(context, answer, 'AU-3', `Authorization: ${Authorization}`)
      }
    },
  },
  ...invalid.map(({ name, value }): Check => ({
    ...base,
    id: `invalid-key-${name}`,
    title: `listing with an invalid key is 401: ${name.replaceAll('-', ' ')}`,
    rules: ['AU-4'],
    mode: 'read-only',
    needs: [],
    async run(context) {
      const answer = await context.call('listEvents', { key: { kind: 'invalid', value: value(), label: '' } })
      assertUnauthorized(context, answer, 'AU-4', 'Listing with an invalid key')
    },
  })),
  {
    ...base,
    id: 'invalid-key-cannot-write',
    title: 'creating and deleting with an invalid key is 401',
    rules: ['AU-4'],
    needs: ['event-key'],
    async run(context) {
      for (const prefix of ['sk_live_', 'sk_test_']) {
        for (const [operation, call] of writes(context)) {
          const key: Key = { kind: 'invalid', value: unknownKey(prefix), label: '' }
          const answer = await context.call(operation, { ...call, key })
          assertUnauthorized(context, answer, 'AU-4', `${operation} with an invalid key`)
        }
      }
    },
  },
  {
    ...base,
    id: 'nearly-valid-key-is-refused',
    title: 'a key that is valid but for one character, or for its prefix, is 401',
    rules: ['AU-4'],
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      const { value, label } = context.anyKey()
      const nears = [value.slice(0, -1), `${value}0`, `${value}.`, withLastLetterTurned(value)]
      const known = context.keys().map((key) => key.value)
      // A prefix that can be chosen freely would be a key to the other mode. Where that one's key is not known, it may be this.
      const [live, test] = [context.keys('live')[0]?.value, context.keys('test')[0]?.value]
      if (live && test) nears.push(live.replace('sk_live_', 'sk_test_'), test.replace('sk_test_', 'sk_live_'))
      for (const near of nears.filter((one) => !known.includes(one))) {
        // It gives most of the key away.
        context.hide(near, `${label} but for a part`)
        const key: Key = { kind: 'invalid', value: near, label }
        const answer = await context.call('listEvents', { key, query: { limit: 1 } })
        assertUnauthorized(context, answer, 'AU-4', 'A key that is nearly valid')
      }
    },
  },
  ...(['missing', 'invalid'] as const).map((what): Check => ({
    ...base,
    id: `${what}-key-cannot-use-other-operations`,
    title: `retrieving events and listing webhooks with ${what === 'missing' ? 'no' : 'an invalid'} key is 401`,
    rules: [what === 'missing' ? 'AU-3' : 'AU-4'],
    needs: ['event-key'],
    async run(context) {
      const key = context.eventKey()
      const { event } = await createEvent(context, key)
      const calls: [OperationId, Call][] = [
        ['retrieveEvent', { path: { id: event.id } }],
        ['listWebhooks', {}],
      ]
      const judged: string[] = []
      for (const [operation, call] of calls) {
        // Neither operation has to be offered.
        if (!isSuccess(await context.call(operation, { ...call, key }))) continue
        const stranger: Key = { kind: 'invalid', value: unknownKey('sk_test_'), label: '' }
        const answer = await context.call(operation, { ...call, key: what === 'missing' ? null : stranger })
        assertUnauthorized(
          context,
          answer,
          what === 'missing' ? 'AU-3' : 'AU-4',
          `${operation} with ${what === 'missing' ? 'no' : 'an invalid'} key`,
        )
        judged.push(operation)
      }
      if (judged.length === 0) throw new NotApplicable('The deployment offers neither.')
      return `${judged.join(' and ')}.`
    },
  })),
]

/** The key with its last letter in the other case; the key itself where it ends in none. */
function withLastLetterTurned(value: string): string {
  const letter = value.slice(-1)
  const turned = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return value.slice(0, -1) + turned
}

function writes(context: Context): [OperationId, Call][] {
  const { url } = webhookUrl(context, context.receiverUrl ?? 'https://example.com')
  return [
    ['createEvent', { body: eventInput(context, 'unauthorized') }],
    // Who has no key is not told what else is wrong.
    ['createEvent', { body: {} }],
    ['createWebhook', { body: { url, events: [context.unique('unauthorized')] } }],
    ['deleteWebhook', { path: { id: `wh_${context.prefix}` } }],
  ]
}

function assertUnauthorized(context: Context, answer: Answer, rule: string, what: string): void {
  expectStatus(answer, rule, [401], what)
  const code = errorOf(answer)?.code
  if (typeof code === 'string' && code !== '') context.observe('errorCodes', { '401': code })
}

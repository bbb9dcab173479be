import { CouldNotRun, NotApplicable, Violation } from '../engine/outcome'
import { unknownKey } from './identifiers'
import { createEvent, eventInput } from '../probes/events'
import { errorOf, expectStatus, isSuccess } from '../probes/expect'
import { listPage } from '../probes/listing'
import { permits, type Check } from '../engine/check'
import { webhookUrl } from '../probes/webhooks'
import { isLoopback } from '../engine/target'
import { makesTestData } from '../engine/key'
import type { Answer } from '../engine/client'
import type { Call, Context } from '../engine/context'
import type { Key } from '../engine/key'
import type { OperationId } from '../../../generated/operations'

const base = { level: 'must', mode: 'non-disruptive' } as const

/** Keys that no deployment has. */
const invalid = [
  { name: 'unknown-live', value: () => unknownKey('sk_live_') },
  { name: 'unknown-test', value: () => unknownKey('sk_test_') },
  { name: 'without-known-prefix', value: () => unknownKey('key_') },
] as const

/** Keys: accepted, missing, invalid. */
export const authenticationChecks: readonly Check[] = [
  {
    ...base,
    id: 'valid-key-is-accepted',
    title: 'a valid key is accepted on every operation',
    rules: ['AU-1'],
    needs: ['event-key'],
    async run(context) {
      const given = context.session.keys.filter(({ kind }) => kind === 'live' || kind === 'test')
      for (const key of given) {
        const answers: Answer[] = [await context.call('listEvents', { key, query: { limit: 1 } })]
        if (key.kind === 'test' || permits(context.mode, 'full')) {
          answers.push(await context.call('createEvent', { key, body: eventInput(context, 'key') }))
        }
        if (key.kind === 'live' && permits(context.mode, 'full')) {
          const path = { id: `wh_${context.prefix}` }
          answers.push(await context.call('deleteWebhook', { key, path }))
          answers.push(await context.call('createWebhook', { key, body: {} }))
        }
        const refused = answers.filter(({ status }) => status === 401 || status === 403)
        if (refused.length === answers.length)
          throw new CouldNotRun(`The deployment refuses the ${key.kind} key.`)
        if (refused[0]) {
          throw new Violation(
            'AU-1',
            `The ${key.kind} key is accepted on one operation and refused on another.`,
            {
              received: refused[0].status,
              evidence: refused[0].evidence,
            },
          )
        }
      }
    },
  },
  {
    ...base,
    id: 'plain-http-fails',
    title: 'a request over plain HTTP fails',
    rules: ['AU-2'],
    mode: 'read-only',
    needs: [],
    async run(context) {
      const { protocol, hostname, port } = new URL(context.session.target.baseUrl)
      if (protocol === 'http:')
        throw new NotApplicable('The base URL is plain HTTP on loopback.', '--base-url https://...')
      // No secret may cross a wire in the clear. Within this machine there is no wire.
      const bogus: Key = { kind: 'invalid', value: unknownKey('sk_test_'), label: '' }
      const key =
        (isLoopback(hostname) ? context.session.usableKeys().find(makesTestData) : undefined) ?? bogus
      const origins = port ? [`http://${hostname}:${port}`] : [`http://${hostname}`, `http://${hostname}:443`]
      let refused: Answer | undefined
      for (const origin of origins) {
        try {
          const answer = await context.send({ method: 'GET', path: '/v1/events?limit=1', key, origin })
          if (isSuccess(answer)) {
            throw new Violation('AU-2', `A request over plain HTTP was answered by ${answer.status}.`, {
              expected: 'a refused connection, a redirect or a refusal',
              evidence: answer.evidence,
            })
          }
          refused ??= answer
        } catch (error) {
          // No answer at all is how most deployments fail it.
          if (!(error instanceof CouldNotRun)) throw error
        }
      }
      if (key !== bogus || refused?.status !== 401) return
      const secure = await context.call('listEvents', { key: bogus, query: { limit: 1 } })
      if (secure.status !== 401 || errorOf(secure)?.code !== errorOf(refused)?.code) return
      throw new NotApplicable(
        'Over plain HTTP a key that nobody has is refused as over HTTPS, and no other one is sent in the clear.',
        'a request by hand, with a key that is deleted afterwards',
      )
    },
  },
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
      const answer = await context.call('listEvents', { key: null, headers: { Authorization: 'Bearer' } })
      assertUnauthorized(context, answer, 'AU-3', 'A bearer token without a key')
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
    title: 'a key that is valid but for one character is 401',
    rules: ['AU-4'],
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      const { value, label } = context.anyKey()
      const nears = [value.slice(0, -1), `${value}0`, withLastLetterTurned(value)]
      for (const near of nears.filter((one) => one !== value)) {
        // It gives most of the key away.
        context.session.redactor.add(near, `${label} but for one character`)
        const key: Key = { kind: 'invalid', value: near, label }
        const answer = await context.call('listEvents', { key, query: { limit: 1 } })
        assertUnauthorized(context, answer, 'AU-4', 'A key that is valid but for one character')
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
  ...(['live', 'test'] as const).map((kind): Check => ({
    ...base,
    id: `${kind}-key-prefix`,
    title: `the ${kind} key begins with sk_${kind}_`,
    rules: [kind === 'live' ? 'AU-5' : 'AU-6'],
    mode: 'read-only',
    needs: [`${kind}-key`],
    async run(context) {
      const key = kind === 'live' ? context.liveKey() : context.testKey()
      await listPage(context, key, { limit: 1 })
      if (key.value.startsWith(`sk_${kind}_`)) return
      throw new Violation(
        kind === 'live' ? 'AU-5' : 'AU-6',
        `The ${kind} key has another prefix, and is accepted.`,
        {
          expected: `sk_${kind}_...`,
        },
      )
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
  const { receiver } = context.session.target
  const { url } = webhookUrl(context, receiver?.baseUrl ?? 'https://example.com')
  return [
    ['createEvent', { body: eventInput(context, 'unauthorized') }],
    ['createWebhook', { body: { url, events: [context.unique('unauthorized')] } }],
    ['deleteWebhook', { path: { id: `wh_${context.prefix}` } }],
  ]
}

function assertUnauthorized(context: Context, answer: Answer, rule: string, what: string): void {
  expectStatus(answer, rule, [401], what)
  const code = errorOf(answer)?.code
  if (typeof code === 'string' && code !== '') context.observe('errorCodes', { '401': code })
}

import { checksOf } from '../checks-of'
import { eventInput } from '../../probes/sending'
import { errorOf, expectThat, isSuccess, refusesKey, wherePossible } from '../../probes/expect'
import { registerUnlessRefused } from '../../probes/webhooks'
import { elsewhere, newAddress } from '../../probes/webhook-hosts'
import { fillPath } from '../../engine/request'
import { isLoopback } from '../../../../src/core/url'
import { invalidKey, listWithInvalidKey } from '../../probes/identifiers'
import { requireScopedKey } from '../../probes/scoped-keys'
import { scopes, type OperationId } from '../../../../generated/operations'
import { CouldNotRun, NoAnswer, NotApplicable, modeOf } from '../../engine/check'
import type { Answer, Call, Check, Context, Key } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive' } as const

/** Checks of valid keys: accepted, of their prefix, over HTTPS alone. */
export const validKeyChecks = checksOf(base, [
  {
    id: 'valid-key-is-accepted',
    title: 'a valid key is accepted on every operation',
    rules: ['AU-1'],
    needs: ['event-key'],
    async run(context) {
      for (const key of [...context.keys('live'), ...context.keys('test')]) {
        const answers = await useEverywhere(context, key)
        const refused = answers.filter(refusesKey)
        if (refused.length === answers.length)
          throw new CouldNotRun(`The deployment refuses the ${key.kind} key.`)
        const message = `The ${key.kind} key is accepted on one operation and refused on another.`
        expectThat(refused.length === 0, 'AU-1', message, { answer: refused[0] })
      }
    },
  },
  {
    id: 'plain-http-fails',
    quick: true,
    title: 'a request for events over plain HTTP fails',
    rules: ['AU-2'],
    mode: 'read-only',
    needs: [],
    run: (context) =>
      // A gate may stand before some methods and paths alone.
      expectPlainHttpToFail(context, async (key) =>
        eventCalls(context, key).slice(0, context.permits('non-disruptive') ? 2 : 1),
      ),
  },
  {
    id: 'plain-http-fails-for-webhooks',
    title:
      'a registration and a deletion of a webhook over plain HTTP fail, and all that a scoped key may do',
    rules: ['AU-2'],
    needs: [],
    async run(context) {
      const scoped = async () => {
        if (!context.permits('full')) return []
        const made = await wherePossible(requireScopedKey(context, scopes))
        return made ? [made] : []
      }
      const calls = async (key: Key): Promise<Calls> => {
        const isValid = key.kind !== 'invalid'
        const known = isValid && (await wherePossible(registerUnlessRefused(context, { key })))
        const id = known ? known.webhook.id : `wh_${context.prefix}`
        const body = { url: elsewhere + newAddress(context), events: [context.unique('clear')] }
        return [
          ['createWebhook', { key, body }],
          ['deleteWebhook', { key, path: { id } }],
          ...(key.kind === 'scoped' ? eventCalls(context, key) : []),
        ]
      }
      await expectPlainHttpToFail(context, calls, scoped)
    },
  },
  ...(['live', 'test'] as const).map((kind): Check => {
    const rule = kind === 'live' ? 'AU-5' : 'AU-6'
    return {
      ...base,
      id: `${kind}-key-prefix`,
      title: `the ${kind} key begins with sk_${kind}_`,
      rules: [rule],
      quick: true,
      mode: 'read-only',
      needs: [`${kind}-key`],
      async run(context) {
        const key = kind === 'live' ? context.liveKey() : context.testKey()
        // The preflight of the run has shown that the service accepts this key.
        const message = `The ${kind} key has another prefix, and is accepted.`
        expectThat(key.value.startsWith(`sk_${kind}_`), rule, message, { expected: `sk_${kind}_...` })
      },
    }
  }),
])

/** Uses a key on every operation on which the run's mode permits it. */
async function useEverywhere(context: Context, key: Key): Promise<Answer[]> {
  const answers = [await context.call('listEvents', { key, query: { limit: 1 } })]
  const isFull = context.permits('full')
  if (key.kind === 'test' || isFull)
    answers.push(await context.call('createEvent', { key, body: eventInput(context, 'key') }))
  if (key.kind === 'live' && isFull) {
    answers.push(await context.call('deleteWebhook', { key, path: { id: `wh_${context.prefix}` } }))
    answers.push(await context.call('createWebhook', { key, body: {} }))
  }
  return answers
}

type Calls = readonly (readonly [OperationId, Call])[]

/** A list and a creation of an event. */
const eventCalls = (context: Context, key: Key): Calls => [
  ['listEvents', { key, query: { limit: 1 } }],
  ['createEvent', { key, body: { type: context.unique('clear'), data: {} } }],
]

/**
 * Fails with AU-2 where one of the calls that `make` makes with a key succeeds over plain HTTP. `further` are valid keys that the run
 * has made for it, besides the test key.
 */
async function expectPlainHttpToFail(
  context: Context,
  make: (key: Key) => Promise<Calls>,
  further: () => Promise<Key[]> = async () => [],
): Promise<void> {
  const { protocol, hostname } = new URL(context.baseUrl)
  if (protocol === 'http:')
    throw new NotApplicable('The base URL is plain HTTP on loopback.', '--base-url https://...')
  // No secret may cross a network in the clear. Loopback is no network.
  const testKey = isLoopback(hostname)
    ? context.usableKeys().find((key) => modeOf(key) === 'test')
    : undefined
  if (testKey) {
    for (const key of [testKey, ...(await further())]) await sendInTheClear(context, await make(key))
    return
  }
  const refused = await sendInTheClear(context, await make(invalidKey('sk_test_')))
  const secure = await listWithInvalidKey(context, 'sk_test_')
  const isOfKey = (answer: Answer) =>
    answer.status === 401 && errorOf(secure)?.code === errorOf(answer)?.code && secure.status === 401
  if (!refused.some(isOfKey)) return
  throw new NotApplicable(
    'Over plain HTTP a key that nobody has is refused as over HTTPS, and no other one is sent in the clear.',
    'a request by hand, with a key that is deleted afterwards',
  )
}

/** Sends requests over plain HTTP to each port that may take them; fails with AU-2 where one succeeds. */
async function sendInTheClear(context: Context, calls: Calls): Promise<Answer[]> {
  const { hostname, port } = new URL(context.baseUrl)
  const origins = port ? [`http://${hostname}:${port}`] : [`http://${hostname}`, `http://${hostname}:443`]
  const refused: Answer[] = []
  for (const origin of origins) {
    for (const [operation, { path: parameters = {}, query, ...sent }] of calls) {
      try {
        const { method, path } = context.route(operation)
        const request = { ...sent, method, path: fillPath(path, parameters, query), origin, asIs: true }
        const answer = await context.send(request, operation)
        const message = `A ${method} over plain HTTP was answered by ${answer.status}.`
        const expected = 'a refused connection, a redirect or a refusal'
        expectThat(!isSuccess(answer), 'AU-2', message, { expected, answer })
        refused.push(answer)
      } catch (error) {
        // Most deployments fail a plain request by giving no answer at all, and then any other one there as well.
        if (!(error instanceof CouldNotRun)) throw error
        if (error instanceof NoAnswer) break
      }
    }
  }
  return refused
}

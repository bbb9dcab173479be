import { CouldNotRun, NotApplicable, Violation } from '../../engine/outcome'
import { unknownKey } from '../../probes/identifiers'
import { eventInput } from '../../probes/events'
import { errorOf, isSuccess } from '../../probes/expect'
import { listPage } from '../../probes/listing'
import { permits } from '../../engine/vocabulary'
import type { Check } from '../../engine/check'
import { isLoopback } from '../../wire/loopback'
import { makesTestData } from '../../engine/key'
import type { Answer } from '../../wire/client'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive' } as const

/** Keys that are valid: accepted, of their prefix, over HTTPS alone. */
export const authenticationChecks: readonly Check[] = [
  {
    ...base,
    id: 'valid-key-is-accepted',
    title: 'a valid key is accepted on every operation',
    rules: ['AU-1'],
    needs: ['event-key'],
    async run(context) {
      const given = [...context.keys('live'), ...context.keys('test')]
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
      const { protocol, hostname, port } = new URL(context.baseUrl)
      if (protocol === 'http:')
        throw new NotApplicable('The base URL is plain HTTP on loopback.', '--base-url https://...')
      // No secret may cross a wire in the clear. Within this machine there is no wire.
      const bogus: Key = { kind: 'invalid', value: unknownKey('sk_test_'), label: '' }
      const key = (isLoopback(hostname) ? context.usableKeys().find(makesTestData) : undefined) ?? bogus
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

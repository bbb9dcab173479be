import { CouldNotRun } from '../../engine/outcome'
import { eventInput } from '../../probes/events'
import { refusesKey } from '../../probes/answers'
import { expectThat } from '../../probes/expect'
import { expectPlainHttpToFail } from '../../probes/plain-http'
import { permits } from '../../engine/vocabulary'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive' } as const

/** Checks of valid keys: accepted, of their prefix, over HTTPS alone. */
export const validKeyChecks: readonly Check[] = [
  {
    ...base,
    id: 'valid-key-is-accepted',
    title: 'a valid key is accepted on every operation',
    rules: ['AU-1'],
    restsOn: 'Authentication, rule 1',
    leavesOpen: 'A request may be refused for anything but its key.',
    needs: ['event-key'],
    async run(context) {
      for (const key of [...context.keys('live'), ...context.keys('test')]) {
        const answers = await useEverywhere(context, key)
        const refused = answers.filter(refusesKey)
        if (refused.length === answers.length) {
          throw new CouldNotRun(`The deployment refuses the ${key.kind} key.`)
        }
        const message = `The ${key.kind} key is accepted on one operation and refused on another.`
        expectThat(refused.length === 0, 'AU-1', message, { answer: refused[0] })
      }
    },
  },
  {
    ...base,
    id: 'plain-http-fails',
    title: 'a request over plain HTTP fails',
    rules: ['AU-2'],
    restsOn: 'Authentication, rule 2',
    leavesOpen: 'A request over plain HTTP may fail by a refused connection, a redirect or any error.',
    mode: 'read-only',
    needs: [],
    async run(context) {
      await expectPlainHttpToFail(context, permits(context.mode, 'non-disruptive'))
    },
  },
  ...(['live', 'test'] as const).map((kind): Check => {
    const rule = kind === 'live' ? 'AU-5' : 'AU-6'
    return {
      ...base,
      id: `${kind}-key-prefix`,
      title: `the ${kind} key begins with sk_${kind}_`,
      rules: [rule],
      restsOn: 'Authentication, rule 4',
      leavesOpen: 'The part of a key after its prefix is the service’s choice.',
      quick: true,
      mode: 'read-only',
      needs: [`${kind}-key`],
      async run(context) {
        const key = kind === 'live' ? context.liveKey() : context.testKey()
        // The preflight has found it accepted.
        const message = `The ${kind} key has another prefix, and is accepted.`
        expectThat(key.value.startsWith(`sk_${kind}_`), rule, message, { expected: `sk_${kind}_...` })
      },
    }
  }),
]

/** Uses a key on every operation on which the run's mode permits it. */
async function useEverywhere(context: Context, key: Key): Promise<Answer[]> {
  const answers = [await context.call('listEvents', { key, query: { limit: 1 } })]
  const isFull = permits(context.mode, 'full')
  if (key.kind === 'test' || isFull) {
    answers.push(await context.call('createEvent', { key, body: eventInput(context, 'key') }))
  }
  if (key.kind === 'live' && isFull) {
    const path = { id: `wh_${context.prefix}` }
    answers.push(await context.call('deleteWebhook', { key, path }))
    answers.push(await context.call('createWebhook', { key, body: {} }))
  }
  return answers
}

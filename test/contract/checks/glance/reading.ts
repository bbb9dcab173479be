import { eventInput } from '../../probes/events'
import { expectSuccess, expectThat } from '../../probes/expect'
import { expectPlainHttpToFail } from '../../probes/plain-http'
import { expectUnauthorized, invalidKey } from '../../probes/invalid-keys'
import { isRefusal, itemsOf, observeErrorCode } from '../../probes/answers'
import { permits } from '../../engine/vocabulary'
import type { Check } from '../../engine/check'

const reading = { level: 'must', mode: 'read-only', quick: 'only' } as const

/** The checks of a quick run that read: the list as it is, and the keys that may read it. */
export const readingGlanceChecks: readonly Check[] = [
  {
    ...reading,
    id: 'list-at-a-glance',
    title: 'the list answers under /v1, in JSON, without parameters, and with at most 100 items',
    rules: ['GN-1', 'GN-3', 'PG-3', 'PG-7'],
    needs: ['any-key'],
    restsOn: 'What the service does; Versioning; GET /v1/events, query parameters; Limits, page size',
    leavesOpen:
      'The default page size is the service’s choice, and so is whether a limit over 100 is refused or taken for 100.',
    async run(context) {
      const key = context.anyKey()
      const answer = await context.call('listEvents', { key })
      if (!isRefusal(answer) || answer.status === 404) expectSuccess(answer, 'GN-3', 'GET /v1/events')
      expectSuccess(answer, 'PG-7', 'The list without parameters')
      const largest = await context.call('listEvents', { key, query: { limit: 1000 } })
      const { length } = itemsOf(largest)
      const details = { expected: 'at most 100', received: length, answer: largest }
      expectThat(length <= 100, 'PG-3', `A page holds ${length} items.`, details)
    },
  },
  {
    ...reading,
    id: 'keys-at-a-glance',
    title: 'without a key, and with an invalid one, listing and creating are 401',
    rules: ['AU-3', 'AU-4'],
    needs: [],
    restsOn: 'Authentication, rule 3',
    leavesOpen:
      'Code and body of the 401 are the service’s choice, and so is what a request may be refused for besides.',
    async run(context) {
      for (const [rule, key] of [
        ['AU-3', null],
        ['AU-4', invalidKey('sk_live_')],
      ] as const) {
        const words = key ? 'an invalid key' : 'no key'
        expectUnauthorized(context, await context.call('listEvents', { key }), rule, `Listing with ${words}`)
        if (!permits(context.mode, 'non-disruptive')) continue
        const body = eventInput(context, 'unauthorized')
        const answer = await context.call('createEvent', { key, body })
        expectUnauthorized(context, answer, rule, `Creating an event with ${words}`)
      }
    },
  },
  {
    ...reading,
    id: 'plain-http-at-a-glance',
    title: 'listing over plain HTTP fails',
    rules: ['AU-2'],
    needs: [],
    restsOn: 'Authentication, rule 2',
    leavesOpen: 'A request over plain HTTP may fail by a refused connection, a redirect or any error.',
    run: (context) => expectPlainHttpToFail(context, false),
  },
  {
    ...reading,
    id: 'expired-key-at-a-glance',
    title: 'listing with a scoped key whose end has passed is refused',
    rules: ['AU-15'],
    needs: ['expired-key'],
    restsOn: 'Authentication, rules 6 and 7',
    leavesOpen: 'Status and code of the refusal are the service’s choice.',
    async run(context) {
      const [key] = context.keys('expired')
      const answer = await context.call('listEvents', { key, query: { limit: 1 } })
      const message = `Listing with an expired key was answered by ${answer.status}.`
      expectThat(isRefusal(answer), 'AU-15', message, { expected: 'a 4xx', answer })
      context.observe('expiredKeyStatus', answer.status)
      observeErrorCode(context, answer)
    },
  },
]

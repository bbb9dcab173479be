import { checksOf } from '../checks-of'
import { sampleEvent } from '../../probes/events'
import { errorOf, expectSuccess, expectThat, isRefusal, isSuccess } from '../../probes/expect'
import type { Answer, Context } from '../../engine/check'

const writing = { level: 'must', mode: 'non-disruptive', needs: ['event-key'] } as const

/** Conventions: content type, status codes, the version in the path. */
export const conventionChecks = checksOf({ level: 'must', mode: 'read-only', needs: ['any-key'] }, [
  {
    quick: true,
    id: 'answers-are-json',
    title: 'a list is JSON and says so, and needs no parameters',
    rules: ['GN-1', 'PG-7'],
    beside: 'alone',
    run: async (context) => expectSuccess(await samplePage(context), 'PG-7', 'The list without parameters'),
  },
  {
    quick: true,
    id: 'version-in-path',
    title: 'the operations answer under /v1',
    rules: ['GN-3'],
    async run(context) {
      const answer = await samplePage(context)
      const { status } = answer
      const message = `GET /v1/events was answered by ${status}. Look whether --base-url is that of the service.`
      const isElsewhere = status === 404 || (status >= 300 && status < 400)
      expectThat(!isElsewhere, 'GN-3', message, { expected: 'a 2xx', answer })
      if (!isRefusal(answer)) expectSuccess(answer, 'GN-3', 'GET /v1/events')
    },
  },
  {
    ...writing,
    id: 'written-answers-are-json',
    title: 'a created event and a refusal are JSON and say so',
    rules: ['GN-1'],
    async run(context) {
      for (const key of context.eventKeys()) {
        await sampleEvent(context, key)
        await context.call('createEvent', { key, body: { data: { run: context.prefix } } })
      }
    },
  },
  {
    id: 'list-status',
    title: 'a list and a created event are successes by their status, a refusal is none',
    rules: ['GN-2'],
    async run(context) {
      expectMeaning(await samplePage(context))
      expectMeaning(await context.call('listEvents', { key: null }))
      if (!context.permits('non-disruptive')) return
      const key = context.eventKey()
      for (const body of [{ data: { run: context.prefix } }, { type: context.unique('status') }])
        expectMeaning(await context.call('createEvent', { key, body }))
      expectMeaning((await sampleEvent(context, key)).answer)
    },
  },
])

/** The list without parameters, asked for once a run by the checks that look at nothing but its answer. */
function samplePage(context: Context): Promise<Answer> {
  return context.once('sample page', () => context.call('listEvents', { key: context.anyKey() }))
}

/** Fails where the body of an answer contradicts its status. */
function expectMeaning(answer: Answer): void {
  const { status } = answer
  const fields = answer.fields
  // Any answer may have further fields, such as the time of an error.
  const isError = errorOf(answer) !== undefined && !('id' in fields) && !('hasMore' in fields)
  const isResource = errorOf(answer) === undefined && ('hasMore' in fields || 'created' in fields)
  const isRedirect = status >= 300 && status < 400
  const verify = (holds: boolean, message: string) => expectThat(holds, 'GN-2', message, { answer })
  verify(!isSuccess(answer) || !isError, `An error was answered with the success status ${status}.`)
  verify(status < 400 || !isResource, `A resource was answered with the error status ${status}.`)
  verify(!isRedirect, `An operation was answered by the redirect ${status}.`)
}

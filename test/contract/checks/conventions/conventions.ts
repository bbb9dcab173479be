import { Violation } from '../../engine/outcome'
import { createEvent } from '../../probes/events'
import { expectSuccess } from '../../probes/expect'
import { listPage } from '../../probes/listing'
import type { Check } from '../../engine/check'

/** Conventions: content type, status codes, the version in the path. */
export const generalChecks: readonly Check[] = [
  {
    id: 'version-in-path',
    title: 'the operations answer under /v1',
    rules: ['GN-3'],
    level: 'must',
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      const answer = await context.call('listEvents', { key: context.anyKey(), query: { limit: 1 } })
      if ([401, 403].includes(answer.status)) return
      expectSuccess(answer, 'GN-3', 'GET /v1/events')
    },
  },
  {
    id: 'answers-are-json',
    title: 'a list is JSON and says so',
    rules: ['GN-1'],
    level: 'must',
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      await listPage(context, context.anyKey())
    },
  },
  {
    id: 'written-answers-are-json',
    title: 'a created event and a refusal are JSON and say so',
    rules: ['GN-1'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    async run(context) {
      for (const key of context.eventKeys()) {
        await createEvent(context, key)
        await context.call('createEvent', { key, body: { data: { run: context.prefix } } })
      }
    },
  },
  {
    id: 'list-status',
    title: 'a list is a success by its status, a refusal is none',
    rules: ['GN-2'],
    level: 'must',
    mode: 'read-only',
    needs: ['any-key'],
    async run(context) {
      const answer = await context.call('listEvents', { key: context.anyKey(), query: { limit: 1 } })
      assertMeaning(answer.status, answer.json)
      const refused = await context.call('listEvents', { key: null })
      assertMeaning(refused.status, refused.json)
    },
  },
  {
    id: 'refusal-status',
    title: 'a refused creation has an error status',
    rules: ['GN-2'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    async run(context) {
      for (const body of [{ data: { run: context.prefix } }, { type: context.unique('status') }]) {
        const answer = await context.call('createEvent', { key: context.eventKey(), body })
        assertMeaning(answer.status, answer.json)
      }
      const { answer } = await createEvent(context, context.eventKey())
      assertMeaning(answer.status, answer.json)
    },
  },
]

function assertMeaning(status: number, json: unknown): void {
  const isError = typeof json === 'object' && json !== null && 'error' in json && !('data' in json)
  if (status >= 200 && status < 300 && isError) {
    throw new Violation('GN-2', `An error was answered with the success status ${status}.`, {
      received: json,
    })
  }
  if (
    status >= 400 &&
    typeof json === 'object' &&
    json !== null &&
    ('hasMore' in json || 'created' in json)
  ) {
    throw new Violation('GN-2', `A resource was answered with the error status ${status}.`, {
      received: json,
    })
  }
  if (status >= 300 && status < 400) {
    throw new Violation('GN-2', `An operation was answered by the redirect ${status}.`)
  }
}

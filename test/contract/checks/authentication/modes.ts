import { CouldNotRun, NotApplicable, Violation } from '../../engine/outcome'
import { createEvent, createEvents, eventInput } from '../../probes/events'
import { isSuccess } from '../../probes/expect'
import { awaitListed, listOrder, listPage, traverse } from '../../probes/listing'
import { dismiss } from '../../probes/deliveries'
import { listedWebhooks, register } from '../../probes/webhooks'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'
import type { Key } from '../../engine/key'

const base = { level: 'must', mode: 'non-disruptive' } as const

/** Test and live mode: apart in all that they show. */
export const modeChecks: readonly Check[] = [
  {
    ...base,
    id: 'test-data-is-not-in-the-live-list',
    title: 'an event made with a test key is not listed for the live key',
    rules: ['AU-7'],
    needs: ['test-key', 'live-key'],
    timeLimit: 90_000,
    run: (context) => assertApart(context, context.testKey(), context.liveKey()),
  },
  {
    ...base,
    id: 'live-data-is-not-in-the-test-list',
    title: 'an event made with a live key is not listed for the test key',
    rules: ['AU-7'],
    mode: 'full',
    needs: ['test-key', 'live-key'],
    timeLimit: 90_000,
    run: (context) => assertApart(context, context.liveKey(), context.testKey()),
  },
  {
    ...base,
    id: 'cursor-stays-in-its-mode',
    title: 'a cursor of one mode shows nothing of it to a key of the other',
    rules: ['AU-7'],
    needs: ['test-key', 'live-key'],
    async run(context) {
      const [test, live] = [context.testKey(), context.liveKey()]
      await createEvents(context, test, 3)
      for (const [owner, stranger] of [
        [test, live],
        [live, test],
      ] as const) {
        const { nextCursor: cursor } = await listPage(context, owner, { limit: 1 })
        if (typeof cursor !== 'string') continue
        const own = await listPage(context, owner, { cursor, limit: 100 })
        const answer = await context.call('listEvents', { key: stranger, query: { cursor, limit: 100 } })
        const { data } = (answer.json ?? {}) as { data?: { id?: unknown }[] }
        const shown = isSuccess(answer) && Array.isArray(data) ? data : []
        const known = new Set<unknown>(own.items.map(({ id }) => id))
        const wrong = shown.find((item) => known.has(item?.id))
        if (!wrong) continue
        throw new Violation('AU-7', `The ${stranger.kind} key is shown events of the ${owner.kind} key.`, {
          received: wrong.id,
          evidence: answer.evidence,
        })
      }
    },
  },
  {
    ...base,
    id: 'test-key-sees-no-live-webhook',
    title: 'a test key is not shown a live webhook',
    rules: ['AU-7'],
    mode: 'full',
    needs: ['test-key', 'live-key'],
    async run(context) {
      const registered = await register(context, { key: context.liveKey() })
      const own = await listedWebhooks(context, registered.key)
      const { ids } = await listedWebhooks(context, context.testKey())
      await dismiss(context, registered)
      if (ids.has(registered.webhook.id)) {
        throw new Violation('AU-7', 'A live webhook is listed for the test key.', {
          received: registered.webhook.id,
        })
      }
      if (!own.ids.has(registered.webhook.id)) {
        throw new NotApplicable('The list at GET /v1/webhooks does not hold the webhooks of the live key.')
      }
    },
  },
  {
    ...base,
    id: 'test-key-cannot-delete-live-webhook',
    title: 'a test key cannot delete a live webhook',
    rules: ['AU-8'],
    mode: 'full',
    needs: ['test-key', 'live-key'],
    async run(context) {
      const { webhook, key } = await register(context, { key: context.liveKey() })
      const path = { id: webhook.id }
      const tried = await context.call('deleteWebhook', { key: context.testKey(), path })
      const answer = await context.call('deleteWebhook', { key, path })
      if (!isSuccess(tried) && isSuccess(answer)) return
      throw new Violation('AU-8', 'A test key deleted a live webhook.', {
        expected: 'a refusal, and the webhook still there',
        received: tried.status,
        evidence: tried.evidence,
      })
    },
  },
]

async function assertApart(context: Context, from: Key, to: Key): Promise<void> {
  const order = await orderOf(context)
  const { event } = await createEvent(context, from, eventInput(context, 'apart'))
  // Where a list takes its time: what is not listed for its own key is not missing from the other's either.
  await awaitListed(context, from, [event.id])
  // What came last stands on the first page of a list that begins with the newest.
  const { items, complete } = await traverse(context, to, { limit: 100 }, () => order === 'newest-first')
  if (items.some(({ id }) => id === event.id)) {
    throw new Violation('AU-7', `An event of the ${from.kind} key is listed for the ${to.kind} key.`, {
      received: event.id,
    })
  }
  const shown = await context.send({
    method: 'GET',
    path: `/v1/events/${encodeURIComponent(event.id)}`,
    key: to,
  })
  if (isSuccess(shown) && (shown.json as { id?: unknown } | undefined)?.id === event.id) {
    throw new Violation('AU-7', `The ${to.kind} key retrieves an event of the ${from.kind} key.`, {
      evidence: shown.evidence,
    })
  }
  if (!complete && order !== 'newest-first') {
    throw new CouldNotRun(`The list of the ${to.kind} key is longer than ${items.length} events.`)
  }
}

/** The order of the list; unknown where the list does not show what its key made, which PG-6 judges. */
async function orderOf(context: Context): Promise<string | undefined> {
  try {
    return await listOrder(context, context.eventKey())
  } catch (error) {
    if (error instanceof Violation) return undefined
    throw error
  }
}

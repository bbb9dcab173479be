import { checksOf } from '../checks-of'
import { createEvents, sampleEvent } from '../../probes/events'
import { eventsInTurn } from '../../probes/population'
import { listedWebhooks } from '../../probes/listed-webhooks'
import { register } from '../../probes/webhooks'
import { dismiss, sendDeletion } from '../../probes/deletions'
import { expectThat, idOf, isSuccess, itemsOf } from '../../probes/expect'
import { lookUntilListed, traverse } from '../../probes/listing'
import { listPage } from '../../probes/pages'
import { idsOf, walkOwn } from '../../probes/walks'
import { requireScopedKey } from '../../probes/scoped-keys'
import { allEnded } from '../../engine/turns'
import { CouldNotRun, NotApplicable, type Context, type Key } from '../../engine/check'

const base = { level: 'must', mode: 'full', rules: ['AU-7'], needs: ['test-key', 'live-key'] } as const

/** Test and live mode: apart in all that they show. */
export const modeChecks = checksOf(base, [
  {
    id: 'test-data-is-not-in-the-live-list',
    title: 'an event made with a test key is not listed for the live key',
    quick: true,
    mode: 'non-disruptive',
    timeLimit: 90_000,
    run: (context) => expectApart(context, context.testKey(), context.liveKey()),
  },
  {
    id: 'live-data-is-not-in-the-test-list',
    title: 'an event made with a live key is not listed for the test key',
    timeLimit: 90_000,
    run: (context) => expectApart(context, context.liveKey(), context.testKey()),
  },
  {
    id: 'cursor-stays-in-its-mode',
    title:
      'a cursor of one mode shows nothing of it to a key of the other, and leads to no events of the other',
    mode: 'non-disruptive',
    timeLimit: 90_000,
    // Its pages are small, and what others create meanwhile would stand between its events.
    beside: 'lists',
    async run(context) {
      const [test, live] = [context.testKey(), context.liveKey()]
      await eventsInTurn(context, test, 3)
      await expectCursorApart(context, test, live)
      await expectCursorApart(context, live, test)
      await expectPagesApart(context)
    },
  },
  {
    id: 'test-key-sees-no-live-webhook',
    title: 'a test key is not shown a live webhook',
    async run(context) {
      const registered = await register(context, { key: context.liveKey() })
      const { id } = registered.webhook
      const own = await listedWebhooks(context, registered.key)
      const { ids } = await listedWebhooks(context, context.testKey())
      await dismiss(context, registered)
      expectThat(!ids.has(id), 'AU-7', 'A live webhook is listed for the test key.', { received: id })
      if (!own.ids.has(id))
        throw new NotApplicable('The list at GET /v1/webhooks does not hold the webhooks of the live key.')
    },
  },
  {
    id: 'test-key-makes-no-live-key',
    title: 'a scoped key that a test key makes does not list live events',
    rules: ['AU-8', 'AU-7'],
    async run(context) {
      const made = await requireScopedKey(context, ['events:read'], undefined, context.testKey())
      await sampleEvent(context, context.liveKey())
      const live = await listPage(context, context.liveKey(), { limit: 100 })
      const answer = await context.call('listEvents', { key: made, query: { limit: 100 } })
      const shown = itemsOf(answer).find(({ id }) => live.items.some((one) => one.id === id))
      const message = 'A key that a test key made lists an event of the live key.'
      expectThat(!shown, ['AU-8', 'AU-7'], message, { received: shown?.id, answer })
    },
  },
  {
    id: 'test-key-cannot-delete-live-webhook',
    title: 'a test key cannot delete a live webhook',
    rules: ['AU-8'],
    async run(context) {
      const registered = await register(context, { key: context.liveKey() })
      const tried = await sendDeletion(context, { ...registered, key: context.testKey() })
      const answer = await sendDeletion(context, registered)
      const expected = 'a refusal, and the webhook still there'
      const message = 'A test key deleted a live webhook.'
      expectThat(!isSuccess(tried) && isSuccess(answer), 'AU-8', message, { expected, answer: tried })
    },
  },
])

/** Fails where a key is shown an event of the other mode's key. */
async function expectApart(context: Context, owner: Key, stranger: Key): Promise<void> {
  const { event } = await sampleEvent(context, owner)
  // The owner's list is awaited first. The other key's list may lag as much, and would show the event by then.
  const { traversal } = await lookUntilListed(context, owner, [event.id])
  // A list that begins with the newest shows the event on its first page.
  const isOnFirstPage = traversal.items.length > 1 && traversal.items[0]?.id === event.id
  const { items, complete } = await traverse(context, stranger, { limit: 100 }, () => isOnFirstPage)
  const isListed = items.some(({ id }) => id === event.id)
  const listed = `An event of the ${owner.kind} key is listed for the ${stranger.kind} key.`
  expectThat(!isListed, 'AU-7', listed, { received: event.id })
  const path = `/v1/events/${encodeURIComponent(event.id)}`
  // The owner retrieves the event first: a cache that does not tell keys apart would give it to the other one.
  await context.send({ method: 'GET', path, key: owner })
  const answer = await context.send({ method: 'GET', path, key: stranger })
  const isRetrieved = isSuccess(answer) && idOf(answer) === event.id
  const retrieved = `The ${stranger.kind} key retrieves an event of the ${owner.kind} key.`
  expectThat(!isRetrieved, 'AU-7', retrieved, { answer })
  if (!complete && !isOnFirstPage)
    throw new CouldNotRun(`The list of the ${stranger.kind} key is longer than ${items.length} events.`)
}

/** Walks along the run's events of each mode, between which those of the other mode were made: every page is held against both. */
async function expectPagesApart(context: Context): Promise<void> {
  const own = new Map<Key, string[]>()
  for (let turn = 0; turn < 2; turn += 1) {
    // The keys create at once: a service may take one request for that of the key which came last.
    const create = async (key: Key) =>
      own.set(key, [...(own.get(key) ?? []), ...idsOf(await createEvents(context, key, 1))])
    await allEnded(context.eventKeys().map(create))
  }
  for (const [key, ids] of own) await walkOwn(context, key, ids, [1])
}

/** Fails where a cursor of the owner's list shows the owner's events to a key of the other mode. */
async function expectCursorApart(context: Context, owner: Key, stranger: Key): Promise<void> {
  const { nextCursor: cursor } = await listPage(context, owner, { limit: 2 })
  if (typeof cursor !== 'string') return
  // A cursor may be good for one use and for the limit with which it came.
  const own = await listPage(context, owner, { limit: 100 })
  const answer = await context.call('listEvents', { key: stranger, query: { cursor, limit: 2 } })
  const shown = isSuccess(answer) ? itemsOf(answer) : []
  const wrong = shown.find(({ id }) => own.items.some((one) => one.id === id))
  const message = `The ${stranger.kind} key is shown events of the ${owner.kind} key.`
  expectThat(!wrong, 'AU-7', message, { received: wrong?.id, answer })
}

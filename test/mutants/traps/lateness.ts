import {
  errorResponse,
  operationOf,
  usesTestKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { breakWebhooks, deliveryOf, isFor, type KnownWebhook } from '../../support/breakage-webhooks'
import { creates, idIn, itemsOf, jsonOf } from '../changes'
import { ofFamily } from './trap'
import { received } from '../diversions'
import { rulesOf } from '../table'
import type { Clock } from '@event-delivery/mock'

/** The machine's clock, for a backend that has none of its own. */
const machine: Clock = {
  now: () => Date.now(),
  schedule(work, delay) {
    const timer = setTimeout(work, delay)
    return () => clearTimeout(timer)
  },
}

/** A created event with the answer that tells it, and the webhooks that were registered so far. */
interface Created {
  response: Response
  isTest: boolean
  all: readonly KnownWebhook[]
}

/** Delivers created events late, and without a signature, to webhooks that should not get them. */
const lateDeliveries =
  (unwanted: (created: Created) => readonly KnownWebhook[]) =>
  (delay: number): Breakage =>
  (clock = machine) =>
    breakWebhooks((all) => ({
      async fetch(request, answer, deliver) {
        const response = await answer(request.clone())
        if (!creates(request) || !response.ok) return response
        const event = await jsonOf(response)
        for (const webhook of unwanted({ response, isTest: usesTestKey(request), all })) {
          if (!isFor(webhook, event)) continue
          clock.schedule(() => {
            const sent = deliver(deliveryOf(event, webhook.url))
            clock.track?.(sent)
            return sent
          }, delay)
        }
        return response
      },
    }))(clock)

const live = (all: readonly KnownWebhook[], isGone = false) =>
  all.filter(({ isDeleted, isTest }) => isDeleted === isGone && !isTest)

/** Shows listed events without their payloads once some time has passed. */
const emptyLater =
  (delay: number): Breakage =>
  (clock = machine) => {
    const since = new Map<unknown, number>()
    const isOld = (id: unknown) => clock.now() - (since.get(id) ?? Infinity) >= delay
    return {
      fetch: (send) => async (request) => {
        const response = await send(request.clone())
        if (!response.ok) return response
        const asked = operationOf(request)
        const json = await jsonOf(response)
        if (asked === 'createEvent' && !since.has(json.id)) since.set(json.id, clock.now())
        if (asked !== 'listEvents') return response
        const data = itemsOf(json).map((event) => (isOld(event.id) ? { ...event, data: {} } : event))
        return withBody(response, { ...json, data })
      },
    }
  }

/** Forgets a webhook once some time has passed: it receives nothing, and its deletion is 404. */
const forgetWebhooks =
  (delay: number): Breakage =>
  (clock = machine) => {
    const since = new Map<unknown, number>()
    const isOld = (id: unknown) => clock.now() - (since.get(id) ?? Infinity) >= delay
    return breakWebhooks(() => ({
      async fetch(request, answer) {
        const response = await answer(request.clone())
        const asked = operationOf(request)
        if (asked === 'deleteWebhook' && isOld(idIn(request))) return errorResponse(404, 'not_found')
        if (asked === 'createWebhook' && response.ok) since.set((await jsonOf(response)).id, clock.now())
        return response
      },
      deliver: (delivery, { id }, send) => (isOld(id) ? received() : send(delivery)),
    }))(clock)
  }

const late: Readonly<Record<string, readonly [rules: string, breakAfter: (delay: number) => Breakage]>> = {
  'deleted-webhooks-receive': ['WD-5', lateDeliveries(({ isTest, all }) => (isTest ? [] : live(all, true)))],
  'test-events-are-delivered': [
    'DL-6 AU-7 AU-8',
    lateDeliveries(({ isTest, all }) => (isTest ? live(all) : [])),
  ],
  // A repeated idempotency key delivers the event again.
  'replays-are-delivered': [
    'DL-7 EV-5',
    lateDeliveries(({ response, isTest, all }) =>
      response.headers.has('idempotency-replayed') && !isTest ? live(all) : [],
    ),
  ],
  'deliveries-repeat': ['DL-7', lateDeliveries(({ isTest, all }) => (isTest ? [] : live(all)))],
  'listed-payload-is-emptied': ['PG-8 EV-10 EV-1', emptyLater],
  'webhooks-are-forgotten': ['DL-1 WD-2 WD-6 DL-3', forgetWebhooks],
}

/** Milliseconds after which a service does so. */
const delays = { 'after-a-second': 1_000, 'after-three-seconds': 3_000 }

/** Mutants that do late what must not be done. */
export const lateMutants = ofFamily(
  'late effects',
  Object.entries(late).flatMap(([name, [rules, breakAfter]]) =>
    Object.entries(delays).map(([end, delay]): Mutant => ({
      ...{ id: `${name}-${end}`, ...rulesOf(rules), break: breakAfter(delay) },
      mode: breakAfter === emptyLater ? 'non-disruptive' : 'full',
    })),
  ),
)

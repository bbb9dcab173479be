import { expect, onTestFinished, test } from 'vitest'
import { ClaimLoop } from '../../mock/deliveries/claim-loop'
import { createClock } from '../../mock/settings/movable-clock'
import type { ClaimedDelivery } from '../../mock/store/claims'

const mostInTurn = 2
const turn = () => new Promise(setImmediate)

/** Limits of {@link makeLoop}: how many deliveries may begin, and how many of `wh_1` may be claimed at once, and are already. */
interface Bounds {
  room?: number
  perWebhook?: number
  claimed?: number
}

/** A loop over a store in which these deliveries are due, and the ids of those that began, turn by turn. */
function makeLoop(
  due: readonly ClaimedDelivery[],
  { room = 100, perWebhook = 100, claimed = 0 }: Bounds = {},
) {
  let looks = 0
  const left = [...due]
  const discarded: string[] = []
  const turns: string[][] = [[]]
  let counts = true
  // This begins before the loop does, and so counts a turn before the loop begins deliveries in the next one.
  const count = () => {
    turns.push([])
    if (counts) setImmediate(count)
  }
  setImmediate(count)
  const loop = new ClaimLoop({
    store: { nextDue: async () => (left.length > 0 ? 0 : undefined) },
    clock: createClock(),
    logger: {},
    leases: {
      async claim({ limit }) {
        looks++
        return left.splice(0, limit)
      },
      byWebhook: new Map([['wh_1', claimed]]),
    },
    attempts: { bounds: (held) => ({ limit: room, perWebhook, held, areLimited: false }) },
    async begin({ id }) {
      turns.at(-1)?.push(id)
    },
    discard: ({ id }) => void discarded.push(id),
    onPause() {},
  })
  onTestFinished(() => {
    counts = false
    loop.stop()
  })
  return {
    loop,
    turns,
    discarded,
    looks: () => looks,
    async pause() {
      do await turn()
      while (loop.running)
    },
  }
}

function delivery(order: number, webhookId = 'wh_1'): ClaimedDelivery {
  const event = { id: 'evt_1', mode: 'live', type: 'order.paid', created: '', json: '{}' } as const
  const ofEvent = { eventId: event.id, eventType: event.type, event, token: 1, attempts: 0 }
  return { id: `dlv_${order}`, webhookId, url: 'https://a.example', secret: 'whsec_MfKQ9r8GKYqr', ...ofEvent }
}

const deliveries = (count: number) => Array.from({ length: count }, (_, order) => delivery(order))
const idsOf = (list: readonly ClaimedDelivery[]) => list.map(({ id }) => id)

test('the loop begins few in one turn of the event loop, and all in the end', async () => {
  const due = deliveries(101)
  const { loop, turns, pause } = makeLoop(due)
  void loop.wake()
  await pause()
  expect(Math.max(...turns.map((begun) => begun.length))).toBeLessThanOrEqual(mostInTurn)
  expect(turns.flat()).toEqual(idsOf(due))
})

test('the loop begins none of a webhook that was removed while they waited for their turn', async () => {
  const [first, second, removed, fourth] = [1, 2, 3, 4].map((order) =>
    delivery(order, order === 3 ? 'wh_removed' : 'wh_1'),
  ) as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery, ClaimedDelivery]
  const { loop, turns, pause } = makeLoop([first, second, removed, fourth])
  void loop.wake()
  while (turns.flat().length < mostInTurn) await Promise.resolve()
  expect(loop.drop('wh_removed')).toEqual([removed])
  await pause()
  expect(turns.flat()).toEqual(idsOf([first, second, fourth]))
})

test('the loop begins none of a webhook that was removed while the store claimed for it', async () => {
  const [first, second] = deliveries(2) as [ClaimedDelivery, ClaimedDelivery]
  const removed = { ...first, webhookId: 'wh_removed' }
  const { loop, turns, discarded, pause } = makeLoop([removed, second])
  void loop.wake()
  expect(loop.drop('wh_removed')).toEqual([])
  await pause()
  expect(turns.flat()).toEqual(idsOf([second]))
  expect(discarded).toEqual(idsOf([removed]))
})

test.each([
  ['does not look again when a delivery ends that left room for others', {}, 1],
  ['looks again when a delivery ends that was the last for which there was room', { room: 1 }, 2],
  ['looks again when a delivery ends whose webhook has as many as it may', { perWebhook: 2, claimed: 2 }, 2],
])('the loop %s', async (_, bounds, looks) => {
  const loop = makeLoop(deliveries(1), bounds)
  void loop.loop.wake()
  await loop.pause()
  loop.loop.useRoom()
  await loop.pause()
  expect(loop.looks()).toBe(looks)
})

test('the loop returns those that were not begun when it is stopped', async () => {
  const due = deliveries(5)
  const { loop, turns, pause } = makeLoop(due)
  void loop.wake()
  while (turns.flat().length < mostInTurn) await Promise.resolve()
  expect(loop.stop()).toEqual(due.slice(mostInTurn))
  await pause()
  expect(turns.flat()).toEqual(idsOf(due.slice(0, mostInTurn)))
})

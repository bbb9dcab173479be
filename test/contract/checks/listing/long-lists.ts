import { checksOf } from '../checks-of'
import { awaitListed, cursorBefore, holdsAll, traverse, whileListed } from '../../probes/listing'
import { drawnLimits, listBase } from '../../probes/pages'
import { createEvent, forEachKey, type Event } from '../../probes/events'
import { eventInput, newIdempotencyKey } from '../../probes/sending'
import { equal } from '../../wire/json'
import { expectKnown, expectWalked, idsOf, ownOrder, untilSteady, walkOwn } from '../../probes/walks'
import { expectThat } from '../../probes/expect'
import { idempotency } from '../../probes/idempotency'
import { population } from '../../probes/population'
import type { Context, Key } from '../../engine/check'

/** Pages of the default size that are read at most. */
const mostPages = 12

/** Checks of lists that hold more events than a page, or events that are equal. */
export const longListChecks = checksOf(listBase, [
  {
    id: 'pages-of-many-events',
    title: 'pages of a long list leave no event out and repeat none',
    rules: ['PG-6', 'PG-3', 'PG-4', 'PG-8'],
    async run(context) {
      const key = context.eventKey()
      const limits = [50, 99, 100, ...drawnLimits(context, 15, 1)]
      await whileListed(async () => {
        const { ids } = await population(context, key)
        await walkOwn(context, key, ids, limits, (walked) => expectWalked(ids, walked))
      })
    },
  },
  {
    id: 'pages-of-the-default-size',
    title: 'pages without a limit leave no event out, repeat none and keep their order',
    rules: ['PG-6', 'PG-5', 'PG-7'],
    run: (context) => forEachKey(context, (key) => whileListed(() => expectDefaultPages(context, key))),
  },
  {
    id: 'equal-events-are-listed',
    title: 'two events that are equal but for their ids are both listed',
    rules: ['PG-6'],
    async run(context) {
      const key = context.eventKey()
      const { places } = await idempotency(context)
      const input = eventInput(context, 'equal')
      const create = () => createEvent(context, key, input, newIdempotencyKey(places))
      await awaitListed(context, key, idsOf([await create(), await create()]))
    },
  },
])

/** Fails where pages of the default size leave out events of the run's own, or show them in another order than pages of 100. */
async function expectDefaultPages(context: Context, key: Key): Promise<void> {
  // Events of one moment may stand in any order, and in another one each time.
  const { ids, inTurn } = await population(context, key)
  const whole = await awaitListed(context, key, ids)
  const own = (items: readonly { id: string }[]) => ownOrder(inTurn, items)
  const order = own(whole.items)
  const start = await cursorBefore(context, key, whole, ids)
  await untilSteady(context, key, ids, async () => {
    let pages = 0
    // A deployment may choose a page of one event.
    const enough = (items: readonly Event[]) =>
      ((pages += 1) >= mostPages && items.length > 0) || holdsAll(ids)(items)
    const walked = await traverse(context, key, {}, enough, start)
    const { items, complete } = walked
    await expectKnown(context, key, ids, { before: whole, walked })
    if (complete) expectWalked(ids, walked)
    const expected = complete ? order : order.slice(0, own(items).length)
    const message = 'Pages of the default size leave events out, or come in another order than pages of 100.'
    expectThat(equal(own(items), expected), 'PG-6', message, { expected, received: own(items) })
  })
}

import { checksOf } from '../checks-of'
import { expectRepeated } from '../../probes/replays'
import { awaitListed, whileListed } from '../../probes/listing'
import { createEvent, forEachKey } from '../../probes/events'
import { newIdempotencyKey, usedKeys } from '../../probes/sending'
import { eventsTogether } from '../../probes/population'
import { expectThat } from '../../probes/expect'
import { keptEvent, workingPlaces } from '../../probes/idempotency'
import { allEnded } from '../../engine/turns'

/** How many keys a cache may hold that forgets the others: within a part of the run, and in all of it. */
const [someKeys, manyKeys] = [101, 250]
/** How many of them are used at once. */
const manyAtOnce = 25

/**
 * Checks that take many events. They stand side by side, and the lists after them: a deployment may list no more than its latest
 * events, and both use the same ones.
 */
export const manyEventChecks = checksOf({ level: 'must', mode: 'non-disruptive', needs: ['event-key'] }, [
  {
    id: 'events-at-once-are-kept-apart',
    title: 'events that are created at once have an id and a payload of their own, and are listed',
    rules: ['EV-12', 'EV-8', 'EV-10', 'PG-6'],
    timeLimit: 60_000,
    run: (context) =>
      forEachKey(context, async (key) => {
        await whileListed(async () => {
          const created = await eventsTogether(context, key)
          const ids = created.map(({ event }) => event.id)
          const message = 'Events that were created at once share an id.'
          const expected = `${ids.length} ids`
          expectThat(new Set(ids).size === ids.length, 'EV-12', message, { expected, received: ids })
          await awaitListed(context, key, ids)
        })
      }),
  },
  {
    id: 'idempotency-after-many-others',
    title: 'an idempotency key is remembered after many others',
    rules: ['EV-1', 'EV-5'],
    timeLimit: 90_000,
    async run(context) {
      const places = await workingPlaces(context, 'EV-1')
      const key = context.eventKey()
      const message = 'A key was forgotten after others were used: a second event was created.'
      const expectRemembered = async (word: 'kept' | 'early', count: number) => {
        const { created, once, before } = await keptEvent(context, key, word)
        while (usedKeys(context, key).size - before < count) {
          // An accident of a gateway repeats one of them, and not all.
          const more = Array.from({ length: manyAtOnce }, () => newIdempotencyKey(places))
          await allEnded(more.map((other) => createEvent(context, key, undefined, other)))
        }
        await expectRepeated(context, key, created, once, 'EV-5', message)
      }
      await expectRemembered('early', someKeys)
      context.later(() => expectRemembered('kept', manyKeys))
      return `After at least ${someKeys} others.`
    },
  },
])

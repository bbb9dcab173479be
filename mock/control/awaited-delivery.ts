import type { DeliveryEntry } from '../journal/delivery-entry'
import type { Journal } from '../journal/journal'
import { within } from '../settings/time-limit'
import { type ControlRoutes, json, nothing, route } from './route'
import { count, id, named, text } from './schemas'

/** Waits for an attempt to deliver, so that a test in any language can. */
export const awaitedDeliveryRoutes: ControlRoutes = {
  'GET /deliveries/next': route({
    title: 'Waits for the next attempt to deliver that fits, and answers with it',
    more: 'The answer is empty where none came in time. `after` is the number of the last attempt that was seen',
    query: {
      ...{ 'type?': text, 'event?': id, 'webhook?': id, 'url?': text },
      'outcome?': { enum: ['delivered', 'failed', 'abandoned'] },
      'after?': {
        ...count,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number of an attempt. 0 unless given.',
      },
      'wait?': { ...count, maximum: 60, description: 'Seconds of real time. 30 unless given.' },
    },
    answers: { 200: json(named('Attempt')), 204: nothing },
    async handle({ query: { type, event, webhook, url, outcome, after = 0, wait = 30 } }, { journal }) {
      const ids = { eventId: event, webhookId: webhook }
      const asked: Partial<DeliveryEntry> = { ...ids, eventType: type, url, outcome }
      const isAsked = (entry: DeliveryEntry) =>
        entry.number > after &&
        Object.entries(asked).every(
          ([name, value]) => (value ?? entry[name as 'url']) === entry[name as 'url'],
        )
      const number = await awaited(journal, isAsked, wait * 1_000)
      // The journal gives the entry without keys and secrets. Where it has none, `undefined` is answered with 204.
      return number === undefined ? undefined : journal.next(number - 1)
    },
  }),
}

/** The number of the first attempt that is asked for, also of one that is still to come; `undefined` where none came in time. */
async function awaited(
  journal: Journal,
  isAsked: (entry: DeliveryEntry) => boolean,
  milliseconds: number,
): Promise<number | undefined> {
  let stop = () => {}
  let seen = 0
  const found = new Promise<number | undefined>((resolve) => {
    const look = () => {
      const { deliveryCount } = journal
      // A journal that was cleared since numbers its deliveries from the beginning again.
      const entry = journal.numberedDeliveries(deliveryCount < seen ? 0 : seen).find(isAsked)
      seen = deliveryCount
      if (entry) resolve(entry.number)
    }
    stop = journal.follow(look, () => resolve(undefined))
    look()
  })
  return within(milliseconds, found, undefined).finally(stop)
}

import { invalidRequest } from '../http/refusal'
import type { DeliveryEntry } from '../journal/delivery-entry'
import type { Journal } from '../journal/journal'
import { strayField } from '../settings/stray-field'
import { within } from '../settings/time-limit'
import type { ControlRoutes } from './route'

const parameters = ['type', 'event', 'webhook', 'url', 'outcome', 'after', 'wait', 'session'] as const
const outcomes = ['delivered', 'failed', 'abandoned']

// Seconds of real time.
const usualWait = 30
const longestWait = 60

/** Waits for an attempt to deliver, so that a test in any language can. */
export const awaitedDeliveryRoutes: ControlRoutes = {
  async 'GET /deliveries/next'({ query }, { journal }) {
    const stray = strayField(Object.fromEntries(query), parameters, 'this wait')
    if (stray) throw invalidRequest(stray.message, stray.field)
    const outcome = query.get('outcome')
    if (outcome !== null && !outcomes.includes(outcome)) {
      throw invalidRequest(`outcome must be one of ${outcomes.join(', ')}.`, 'outcome')
    }
    const after = numberFrom(query, 'after', 0, Number.MAX_SAFE_INTEGER)
    const wait = numberFrom(query, 'wait', usualWait, longestWait)
    const asked: [string, keyof DeliveryEntry][] = [
      ['type', 'eventType'],
      ['event', 'eventId'],
      ['webhook', 'webhookId'],
      ['url', 'url'],
      ['outcome', 'outcome'],
    ]
    const isAsked = (entry: DeliveryEntry) =>
      entry.number > after &&
      asked.every(([name, field]) => (query.get(name) ?? entry[field]) === entry[field])
    const number = await awaited(journal, isAsked, wait * 1_000)
    // The journal shows it without keys and secrets. `undefined` is answered with 204.
    return number === undefined ? undefined : journal.next(number - 1)
  },
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
      // A journal that was cleared counts anew.
      const entry = journal.numberedDeliveries(deliveryCount < seen ? 0 : seen).find(isAsked)
      seen = deliveryCount
      if (entry) resolve(entry.number)
    }
    stop = journal.follow(look, () => resolve(undefined))
    look()
  })
  return within(milliseconds, found, undefined).finally(stop)
}

function numberFrom(query: URLSearchParams, name: string, usual: number, most: number): number {
  const given = query.get(name)
  if (given === null) return usual
  if (/^\d{1,15}$/.test(given) && Number(given) <= most) return Number(given)
  throw invalidRequest(`${name} must be a whole number from 0 to ${most}.`, name)
}

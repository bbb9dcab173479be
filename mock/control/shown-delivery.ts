import type { DeliveryAttempt } from '../deliveries/attempt'
import { plannedAttempts } from '../deliveries/schedule'
import type { DeliveryEntry } from '../journal/delivery-entry'
import type { KnownSecrets } from '../journal/redaction'
import type { State } from '../state/state'
import type { ListedDelivery } from '../store/records'
import { findWebhook } from './find-webhook'

/** The states of a delivery. */
export const deliveryStates = ['due', 'waiting', 'sending', 'delivered', 'abandoned', 'ended'] as const

/** A delivery of an event to a webhook, as its store and the journal know it. */
export interface ShownDelivery {
  id: string
  /** The ids of the event and of the webhook. */
  event: string
  webhook: string
  /** Absent where the webhook is gone and no attempt is kept. */
  url?: string
  /**
   * `due` and `waiting` are sent now or at `due`, and `sending` is under way or held back by a fault. `delivered` and
   * `abandoned` have ended as their last attempt says. `ended` has ended in a way that this journal does not show: with its
   * webhook, or in another process.
   */
  state: (typeof deliveryStates)[number]
  /** How many attempts were made. */
  attempts: number
  /** The time of the next attempt: ISO 8601, UTC. Absent where none follows. */
  due?: string
  /** The attempts that are left if each of them fails at once. */
  schedule?: { attempt: number; at: string }[]
  /** The numbers of its attempts in the journal, oldest first. */
  entries: number[]
  last?: Pick<DeliveryAttempt, 'attempt' | 'at' | 'outcome' | 'status' | 'error'> & { number: number }
}

/**
 * The deliveries of some events, by the id of the event. One that has ended is known as long as the journal keeps an attempt of
 * it.
 */
export async function shownDeliveries(
  events: readonly string[],
  state: Pick<State, 'store' | 'journal' | 'secrets'>,
  now: number,
): Promise<Map<string, ShownDelivery[]>> {
  const { store, journal, secrets } = state
  const wanted = new Set(events)
  const pending = new Map((await store.pending({ events })).map((delivery) => [delivery.id, delivery]))
  const attempts = new Map<string, DeliveryEntry[]>()
  for (const entry of journal.numberedDeliveries()) {
    if (!wanted.has(entry.eventId)) continue
    attempts.set(entry.deliveryId, [...(attempts.get(entry.deliveryId) ?? []), entry])
  }
  const shown = new Map<string, ShownDelivery[]>(events.map((id) => [id, []]))
  const urls = new Map<string, string | undefined>()
  for (const id of new Set([...attempts.keys(), ...pending.keys()])) {
    const made = attempts.get(id) ?? []
    const listed = pending.get(id)
    const [event = '', webhook = ''] = listed
      ? [listed.eventId, listed.webhookId]
      : [made[0]?.eventId, made[0]?.webhookId]
    if (made.length === 0 && !urls.has(webhook)) urls.set(webhook, (await findWebhook(store, webhook))?.url)
    const url = made.at(-1)?.url ?? urls.get(webhook)
    shown.get(event)?.push({
      ...{ id, event, webhook, url: url && secrets.redact(url) },
      ...standing(listed, made, now),
      entries: made.map(({ number }) => number),
      last: lastOf(made, secrets),
    })
  }
  return shown
}

function standing(
  listed: ListedDelivery | undefined,
  made: readonly DeliveryEntry[],
  now: number,
): Pick<ShownDelivery, 'state' | 'attempts' | 'due' | 'schedule'> {
  const attempts = made.reduce((most, { attempt }) => Math.max(most, attempt), listed?.attempts ?? 0)
  if (!listed) return { state: endOf(made), attempts }
  const { claimed, dueAt } = listed
  if (claimed) return { state: 'sending', attempts: listed.attempts }
  const schedule = plannedAttempts(listed.attempts, dueAt).map(({ attempt, at }) => ({
    attempt,
    at: isoOf(at),
  }))
  return {
    state: dueAt <= now ? 'due' : 'waiting',
    attempts: listed.attempts,
    due: isoOf(dueAt),
    schedule,
  }
}

/** The end of a delivery that its store has no more. One attempt that came through makes it delivered. */
function endOf(made: readonly DeliveryEntry[]): ShownDelivery['state'] {
  if (made.some(({ outcome }) => outcome === 'delivered')) return 'delivered'
  return made.at(-1)?.outcome === 'abandoned' ? 'abandoned' : 'ended'
}

function lastOf(made: readonly DeliveryEntry[], known: KnownSecrets): ShownDelivery['last'] {
  const last = made.at(-1)
  if (!last) return undefined
  const { number, attempt, at, outcome, status, error } = last
  return { number, attempt, at, outcome, status, error: error && known.redact(error) }
}

const isoOf = (time: number) => new Date(time).toISOString()

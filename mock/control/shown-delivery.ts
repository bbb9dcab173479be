import { plannedAttempts } from '../deliveries/schedule'
import type { KnownSecrets } from '../journal/redaction'
import type { State } from '../state/state'
import { lastNumber } from '../store/attempt-table'
import type { StoredAttempt } from '../store/attempts'
import type { ListedDelivery } from '../store/records'
import { findWebhook } from './find-webhook'

/** The states of a delivery. */
export const deliveryStates = [
  'due',
  'waiting',
  'sending',
  'delivered',
  'abandoned',
  'dropped',
  'ended',
] as const

/** An attempt of a delivery as its store remembers it, or the end of a delivery without an attempt. */
type ShownAttempt = Omit<StoredAttempt, 'deliveryId' | 'eventId' | 'webhookId' | 'url' | 'at'> & {
  /** ISO 8601, UTC. */
  at: string
}

/** A delivery of an event to a webhook, as its store knows it. */
export interface ShownDelivery {
  id: string
  /** The ids of the event and of the webhook. */
  event: string
  webhook: string
  /** Absent where the webhook is gone and no attempt is remembered. */
  url?: string
  /**
   * `due` and `waiting` are sent now or at `due`, and `sending` is under way or held back by a fault. `delivered` came through, and
   * `abandoned` did not. `dropped` ended because its webhook was removed or disabled. `ended` has ended in a way that the store does
   * not remember.
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
  last?: Pick<ShownAttempt, 'at' | 'status' | 'error'> & {
    attempt: number
    outcome: ShownAttempt['outcome']
    /** The number of its entry, where the journal of this process has it. */
    number?: number
  }
  /** The attempts that are remembered, oldest first. */
  history: ShownAttempt[]
}

/** The deliveries of some events, by the id of the event. */
export async function shownDeliveries(
  events: readonly string[],
  { store, secrets, journal, settings }: Pick<State, 'store' | 'journal' | 'secrets' | 'settings'>,
): Promise<Map<string, ShownDelivery[]>> {
  const [listed, remembered] = await Promise.all([store.pending({ events }), store.attempts({ events })])
  const pending = new Map(listed.map((delivery) => [delivery.id, delivery]))
  const attempts = grouped(remembered, ({ deliveryId }) => deliveryId)
  const entries = grouped(journal.numberedDeliveries(), ({ deliveryId }) => deliveryId)
  const shown = new Map<string, ShownDelivery[]>(events.map((id) => [id, []]))
  const urls = new Map<string, string | undefined>()
  for (const id of new Set([...attempts.keys(), ...pending.keys()])) {
    const made = attempts.get(id) ?? []
    const { eventId: event = '', webhookId: webhook = '' } = pending.get(id) ?? made[0] ?? {}
    if (made.length === 0 && !urls.has(webhook)) urls.set(webhook, (await findWebhook(store, webhook))?.url)
    const url = made.at(-1)?.url ?? urls.get(webhook)
    const history = made.map((attempt) => shownAttempt(attempt, secrets))
    const numbers = (entries.get(id) ?? []).map(({ number, attempt, at }) => ({ number, attempt, at }))
    const last = history.filter(isMade).at(-1)
    shown.get(event)?.push({
      ...{ id, event, webhook, url: url && secrets.redact(url) },
      ...standing(pending.get(id), made, settings.clock.now()),
      entries: numbers.map(({ number }) => number),
      last: last && {
        ...{ attempt: last.attempt, at: last.at, outcome: last.outcome, status: last.status },
        error: last.error,
        number: numbers.find(({ attempt, at }) => attempt === last.attempt && at === last.at)?.number,
      },
      history,
    })
  }
  return shown
}

function isMade(attempt: ShownAttempt): attempt is ShownAttempt & { attempt: number } {
  return attempt.attempt !== undefined
}

function grouped<Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

/**
 * A remembered attempt as it is shown. The process that made the attempt hid the secrets that it knew in the receiver's reply; this process
 * hides those that it knows, too.
 */
function shownAttempt(
  { deliveryId: _delivery, eventId: _event, webhookId: _webhook, url: _url, at, ...attempt }: StoredAttempt,
  known: KnownSecrets,
): ShownAttempt {
  const { error, answer } = attempt
  const shown = { error: error && known.redact(error), answer: answer && known.redact(answer) }
  return { ...attempt, at: isoOf(at), ...shown }
}

function standing(
  listed: ListedDelivery | undefined,
  made: readonly StoredAttempt[],
  now: number,
): Pick<ShownDelivery, 'state' | 'attempts' | 'due' | 'schedule'> {
  if (!listed) return { state: endOf(made), attempts: lastNumber(made) }
  const { claimed, dueAt, attempts, resent } = listed
  if (claimed) return { state: 'sending', attempts }
  const schedule = plannedAttempts(attempts, dueAt).map(({ attempt, at }) => ({ attempt, at: isoOf(at) }))
  return {
    state: dueAt <= now ? 'due' : 'waiting',
    attempts,
    due: isoOf(dueAt),
    schedule: resent ? schedule.slice(0, 1) : schedule,
  }
}

/** The final state of a delivery that is no longer in the queue. One successful attempt makes it `delivered`. */
function endOf(made: readonly StoredAttempt[]): ShownDelivery['state'] {
  if (made.some(({ outcome }) => outcome === 'delivered')) return 'delivered'
  const end = made.at(-1)?.outcome
  return end === 'abandoned' || end === 'dropped' ? end : 'ended'
}

const isoOf = (time: number) => new Date(time).toISOString()

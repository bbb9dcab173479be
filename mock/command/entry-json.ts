import type { DeliveryEntry } from '../journal/delivery-entry'
import type { RequestEntry } from '../journal/entry'
import type { EntryOutline, JournalEntry } from '../journal/journal'

/** How much an entry matters: `--quiet` leaves out `info`. */
export type Level = 'info' | 'warn' | 'error'

/** The level of an entry. Deliveries that were given up are warnings, and so are notices, but for that of a fault which ends as somebody asked. */
export function levelOf(entry: EntryOutline): Level {
  if (entry.kind === 'delivery') return entry.outcome === 'abandoned' ? 'warn' : 'info'
  return entry.kind === 'notice' && entry.code !== 'fault-spent' ? 'warn' : 'info'
}

/**
 * A line of `--log json`. Times are ISO 8601 in UTC by the mock's clock, durations are in milliseconds. Fields without a value are
 * absent. `number` finds the whole entry in `GET /__mock/journal`.
 */
export type LogLine = { level: Level; at?: string } & (
  | RequestLine
  | DeliveryLine
  | { kind: 'notice'; number: number; session?: string; code: string; message: string }
  | { kind: 'message'; message: string }
  | { kind: 'end'; requests: number; refused: number; deliveries: number; undelivered: number }
)

type OfRequest = 'kind' | 'number' | 'method' | 'path' | 'status' | 'duration' | 'operation' | 'mode'

interface RequestLine extends Pick<RequestEntry, OfRequest | 'session' | 'fault' | 'aborted'> {
  refusal?: Omit<NonNullable<RequestEntry['refusal']>, 'pointer'>
}

type OfDelivery = 'kind' | 'number' | 'attempt' | 'outcome' | 'status' | 'error' | 'next' | 'duration'

interface DeliveryLine extends Pick<DeliveryEntry, OfDelivery | 'fault'> {
  session?: string
  event: string
  type: string
  webhook: string
  /** The URL that it was sent to. */
  url: string
}

/** The line of an entry of the journal. */
export function entryJson(entry: JournalEntry, session: string | null): LogLine {
  const { number, at } = entry
  const about = { level: levelOf(entry), at, number, session: session ?? undefined }
  if (entry.kind === 'notice') return { kind: 'notice', ...about, code: entry.code, message: entry.message }
  if (entry.kind === 'request') {
    const { method, path, status, duration, operation, mode, refusal, fault, aborted } = entry
    const reason = refusal && { code: refusal.code, message: refusal.message, param: refusal.param }
    const request = { method, path, status, duration, operation, mode, refusal: reason, fault }
    return { kind: 'request', ...about, ...request, aborted }
  }
  const { eventId, eventType, webhookId, url, forwardedTo, attempt, outcome, status, error } = entry
  const sent = { event: eventId, type: eventType, webhook: webhookId, url: forwardedTo ?? url }
  const answer = { outcome, status, error, next: entry.next, duration: entry.duration, fault: entry.fault }
  return { kind: 'delivery', ...about, ...sent, attempt, ...answer }
}

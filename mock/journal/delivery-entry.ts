import type { DeliveryAttempt } from '../deliveries/attempt'
import { piecesOfHeader, shown, type KnownSecrets } from './redaction'

/** A delivery attempt, as the journal shows it. Keys and secrets are redacted. */
export interface DeliveryEntry extends DeliveryAttempt {
  kind: 'delivery'
  /** Counts the entries of its journal from 1: requests, deliveries and notices together. */
  number: number
  /** The time of the next attempt: ISO 8601, UTC. Absent where none follows. */
  next?: string
}

/** An attempt whose keys and secrets are hidden. `known` are secrets besides those that show by their form. */
export function hiddenAttempt<Attempt extends DeliveryAttempt>(
  attempt: Attempt,
  known: KnownSecrets,
): Attempt {
  const { url, forwardedTo, error, headers, body, answer } = attempt
  return {
    ...attempt,
    url: known.redact(url),
    forwardedTo: forwardedTo && known.redact(forwardedTo),
    error: error && known.redact(error),
    headers: hiddenFields(headers, known),
    body: known.redact(body),
    answer: answer && {
      ...answer,
      headers: hiddenFields(answer.headers, known),
      body: known.redact(answer.body),
    },
  }
}

function hiddenFields(headers: Record<string, string>, known: KnownSecrets): Record<string, string> {
  const shownFields = Object.entries(headers).map(([name, value]) => [
    name,
    shown(piecesOfHeader(name, value, known)),
  ])
  return Object.fromEntries(shownFields) as Record<string, string>
}

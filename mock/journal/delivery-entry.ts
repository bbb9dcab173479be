import type { DeliveryAttempt } from '../deliveries/attempt'
import { piecesOfHeader } from './hidden'
import { redacted, shown } from './redaction'

/** A delivery attempt, as the journal shows it. Keys and secrets are redacted. */
export interface DeliveryEntry extends DeliveryAttempt {
  kind: 'delivery'
  number: number
  /** The time of the next attempt: ISO 8601, UTC. Absent where none follows. */
  next?: string
}

/** An attempt whose keys and secrets are hidden. `known` are secrets besides those that show by their form. */
export function hiddenAttempt<Attempt extends DeliveryAttempt>(
  attempt: Attempt,
  known: readonly string[],
): Attempt {
  const { url, forwardedTo, error, headers, body, answer } = attempt
  return {
    ...attempt,
    url: redacted(url, known),
    forwardedTo: forwardedTo && redacted(forwardedTo, known),
    error: error && redacted(error, known),
    headers: hiddenFields(headers, known),
    body: redacted(body, known),
    answer: answer && {
      ...answer,
      headers: hiddenFields(answer.headers, known),
      body: redacted(answer.body, known),
    },
  }
}

function hiddenFields(headers: Record<string, string>, known: readonly string[]): Record<string, string> {
  const shownFields = Object.entries(headers).map(([name, value]) => [
    name,
    shown(piecesOfHeader(name, value, known)),
  ])
  return Object.fromEntries(shownFields) as Record<string, string>
}

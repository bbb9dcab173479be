import { isDeepStrictEqual } from 'node:util'
import { Refusal } from './refusal'
import type { Account, Fields, Incoming, StoredEvent } from './account'
import type { Choices } from './dimensions'

const hour = 3_600_000

/** The places where a service reads the idempotency key. */
function placesOf({ idempotency }: Choices): { header?: string; body?: string } {
  if (idempotency === 'both') return { header: 'Idempotency-Key', body: 'idempotencyKey' }
  const [place, name] = idempotency.split(' ') as ['header' | 'body', string]
  return { [place]: name }
}

/** The place that the suite is told, where the name is none that it tries by itself. */
export function idempotencyHint({ idempotency }: Choices): { in: 'header'; name: string } | undefined {
  return idempotency === 'header X-Only-Once' ? { in: 'header', name: 'X-Only-Once' } : undefined
}

/** The field of a creation's body that holds the key; `undefined` where it stands in a header alone. */
export function idempotencyField(choices: Choices): string | undefined {
  return placesOf(choices).body
}

const forms: Record<Choices['idempotencyKeys'], (key: string) => boolean> = {
  any: () => true,
  'uuid-only': (key) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(key),
  'at-most-64': (key) => key.length <= 64,
  'at-most-255': (key) => key.length <= 255,
  'letters-digits-dashes': (key) => /^[A-Za-z0-9-]+$/.test(key),
}

/** The idempotency key of a creation; `undefined` where it has none. */
export function idempotencyKeyOf({ headers }: Incoming, body: Fields, choices: Choices): string | undefined {
  const { header, body: field } = placesOf(choices)
  const inHeader = header === undefined ? null : headers.get(header)
  const inBody = field === undefined ? undefined : body[field]
  if (inBody !== undefined && typeof inBody !== 'string') throw new Refusal(400, field)
  if (inHeader !== null && inBody !== undefined && inHeader !== inBody) throw new Refusal(400, field)
  const key = inHeader ?? inBody
  if (key === undefined) return undefined
  if (key === '') {
    if (choices.emptyKey === 'ignore') return undefined
    throw new Refusal(400, field)
  }
  if (!forms[choices.idempotencyKeys](key)) throw new Refusal(choices.fieldRefusal, field)
  return key
}

/** The event for which a key was used before; `undefined` where it is new. Throws where the body is another one. */
export function knownReply(
  account: Account,
  key: string,
  body: { type: string; data: unknown },
  choices: Choices,
  now: number,
): StoredEvent | undefined {
  const reply = account.replies.get(key)
  if (!reply || now >= reply.until) return undefined
  const { type, data } = reply.event
  if (choices.mismatch !== 'original' && !isDeepStrictEqual({ type, data }, body)) {
    throw new Refusal(choices.mismatch, idempotencyField(choices))
  }
  return reply.event
}

/** Has a key stand for an event from now on. */
export function remember(
  account: Account,
  key: string,
  event: StoredEvent,
  { keyWindow }: Choices,
  now: number,
): void {
  account.replies.set(key, { event, until: now + keyWindow * hour })
}

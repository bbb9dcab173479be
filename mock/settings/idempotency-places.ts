import type { CompleteDialect } from '../../generated/dialect'
import { operations } from '../../generated/operations'

/** The body field and the header that may carry the idempotency key of an event, each `null` where the dialect has none (OQ-01). */
export type IdempotencyPlaces = Readonly<Record<'field' | 'header', string | null>>

/** The body field that the document gives to the idempotency key. */
export const documentedField = 'idempotencyKey'

const documentedHeader = operations.createEvent.parameters.find(({ in: place }) => place === 'header')

/** The most characters of an idempotency key, as the document has it. */
export const longestKey = Number(documentedHeader?.schema.maxLength)

/** The places of a dialect. */
export function idempotencyPlaces({ idempotency }: CompleteDialect): IdempotencyPlaces {
  if (idempotency.in === 'both') return { field: documentedField, header: documentedHeader?.name ?? null }
  const { name } = idempotency
  return idempotency.in === 'body' ? { field: name, header: null } : { field: null, header: name }
}

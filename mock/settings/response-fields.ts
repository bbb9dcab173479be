import type { CompleteDialect } from '../../generated/dialect'
import type { components } from '../../generated/types'

type Schemas = components['schemas']
type Fields<Schema> = Readonly<Record<keyof Schema, true>>

const event: Fields<Schemas['Event']> = { id: true, type: true, created: true, data: true }
const webhook: Fields<Schemas['WebhookWithSecret']> = {
  ...{ id: true, url: true, events: true, description: true },
  ...{ status: true, secret: true, created: true },
}
const list: Fields<Schemas['EventPage']> = { data: true, hasMore: true, nextCursor: true }
const deletion: Fields<Schemas['WebhookDeletion']> = { id: true, deleted: true }

/** The names that the interface gives to the fields of each place, which no further field may have. */
export const responseFields: Readonly<Record<keyof CompleteDialect['extras'], readonly string[]>> = {
  event: Object.keys(event),
  webhook: Object.keys(webhook),
  list: Object.keys(list),
  error: ['error', 'error.code', 'error.message', 'error.param'],
  deletion: Object.keys(deletion),
  delivery: [],
}

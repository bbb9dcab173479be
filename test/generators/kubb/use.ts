import { createEvent, listEvents } from './made/client'
import type { Event } from './made/types'

type IsAny<T> = 0 extends 1 & T ? true : false
type Created = Awaited<ReturnType<typeof createEvent>>
export const isAny: IsAny<Created> = false

/** The ids of a new event and of the events on the first page. */
export async function ids(): Promise<string[]> {
  const created = await createEvent({ type: 'order.paid', data: { order: 1042 } })
  const { data: events }: { data: Event[] } = await listEvents({ limit: 20 })
  return [created.id, ...events.map(({ id }) => id)]
}

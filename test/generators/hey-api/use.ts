import { createEvent, listEvents, type Event } from './made'

type IsAny<T> = 0 extends 1 & T ? true : false
type Created = NonNullable<Awaited<ReturnType<typeof createEvent>>['data']>
export const isAny: IsAny<Created> = false

/** The ids of a new event and of the events on the first page. */
export async function ids(): Promise<string[]> {
  const { data: created, error } = await createEvent({ body: { type: 'order.paid', data: { order: 1042 } } })
  if (!created) throw new Error(error.error.code)
  const { data: page } = await listEvents({ query: { limit: 20 } })
  const events: Event[] = page?.data ?? []
  return [created.id, ...events.map(({ id }) => id)]
}

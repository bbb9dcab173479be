import { createEvent, listEvents, type Event } from './made/client'

type IsAny<T> = 0 extends 1 & T ? true : false
type Created = Extract<Awaited<ReturnType<typeof createEvent>>, { status: 201 }>['data']
export const isAny: IsAny<Created> = false

/** The ids of a new event and of the events on the first page. */
export async function ids(): Promise<string[]> {
  const created = await createEvent({ type: 'order.paid', data: { order: 1042 } })
  if (created.status !== 201) throw new Error(created.data.error.code)
  const page = await listEvents({ limit: 20 })
  const events: Event[] = page.status === 200 ? page.data.data : []
  return [created.data.id, ...events.map(({ id }) => id)]
}

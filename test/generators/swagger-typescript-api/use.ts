import type { Event } from './made/data-contracts'
import { V1 } from './made/V1'

/** The ids of a new event and of the events on the first page. */
export async function ids(): Promise<string[]> {
  const service = new V1({ baseUrl: 'https://events.internal.example' })
  const { data: created } = await service.createEvent({ type: 'order.paid', data: { order: 1042 } })
  const { data: page } = await service.listEvents({ limit: 20 })
  const events: Event[] = page.data
  return [created.id, ...events.map(({ id }) => id)]
}

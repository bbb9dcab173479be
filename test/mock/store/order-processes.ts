import { expect } from 'vitest'
import { makeDatabase, execute } from '../../support/postgres'
import type { ServiceProgram } from '../../support/service-process'
import type { Until } from '../../support/until'
import { allEvents, call } from './processes-client'

/** The trap of an order that is not that of the commits. */
export interface OrderTrap {
  program: ServiceProgram
  until: Until
  mistake?: string
  /** How many events each writer creates. There are 16 writers over 4 processes. */
  events: number
}

/**
 * Lets writers create events over several processes while a reader follows the list by its cursors, and returns how many
 * events the reader has not seen by the end, of how many.
 */
export async function countUnseen({
  program,
  until,
  mistake,
  events,
}: OrderTrap): Promise<{ unseen: number; created: number }> {
  const url = await makeDatabase(until)
  const start = () => program.start({ url, mistake, listOrder: 'oldest-first' }, until)
  // The first one makes the schema.
  const processes = [await start(), ...(await Promise.all([start(), start(), start()]))]
  const reader = processes[0]!
  // A transaction of each round lingers after its numbers were drawn, long enough for the others to be read meanwhile.
  await execute(
    url,
    `create function linger() returns trigger language plpgsql as
     $$ begin perform pg_sleep(0.3); return null; end $$`,
  )
  await execute(
    url,
    `create trigger linger after insert on event_delivery.event
     for each row when (new.json like '%"writer":0,%') execute function linger()`,
  )

  let writing = true
  const waiting: (() => void)[] = []
  const seen = new Set<string>()
  const following = follow()
  const writers = Array.from({ length: 16 }, (_, writer) => write(writer))
  await Promise.all(writers)
  writing = false
  await following
  const created = await allEvents(reader)
  return { unseen: created.filter(({ id }) => !seen.has(id)).length, created: created.length }

  async function write(writer: number): Promise<void> {
    const own = processes[writer % processes.length]!
    for (let event = 0; event < events; event++) {
      // The reader misses nothing while it is far behind the writers, so that they wait for it.
      await new Promise<void>((resolve) => waiting.push(resolve))
      const { status } = await call(own, 'POST', '/v1/events', {
        type: 'order.paid',
        data: { writer, event },
      })
      expect(status).toBe(201)
    }
  }

  /** Goes on to the next page once a page is full, as whoever follows a list does. */
  async function follow(): Promise<void> {
    let cursor = ''
    for (;;) {
      const last = !writing
      const { json } = await call(reader, 'GET', `/v1/events?limit=2${cursor && `&cursor=${cursor}`}`)
      for (const { id } of json.data) seen.add(id)
      if (json.hasMore && json.nextCursor !== null) {
        cursor = json.nextCursor
        continue
      }
      if (last) return
      for (const resolve of waiting.splice(0)) resolve()
    }
  }
}

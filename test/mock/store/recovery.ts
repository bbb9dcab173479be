import { createPostgresStore } from '@event-delivery/mock/postgres'
import { expect } from 'vitest'
import { createHarness, type Harness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { runMock } from '../../support/mock-command'

/** What a store forgets when it goes back in time. */
export interface Lost {
  /** The ids of all deliveries, also of those that the backup knows. */
  ids: string[]
  cursor: string
}

/** Works with the backend of a database, and leaves the database to whoever comes next. */
export async function use<T>(url: string, work: (harness: Harness) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  const harness = createHarness({ store: createPostgresStore({ url }) }, undefined, (end) => ends.push(end))
  try {
    return await work(harness)
  } finally {
    for (const end of ends) await end()
  }
}

/** Delivers what the backup does not know. */
export async function deliverBeyondBackup(harness: Harness): Promise<Lost> {
  for (const name of ['a', 'b', 'c']) await harness.deliver({ idempotencyKey: `lost-${name}` })
  const { json } = await harness.call<{ nextCursor: string }>('GET', '/v1/events?limit=1')
  return { ids: await deliveries(harness), cursor: json.nextCursor }
}

/** Recovers the store at a place by the command. Returns the id of the first delivery from then on. */
export async function recover(place: string): Promise<string> {
  const { status, out } = await runMock(['recover', '--store', place, '--json']).ended
  expect(status).toBe(0)
  return (JSON.parse(out) as { firstDelivery: string }).firstDelivery
}

/** Judges a recovered store: it gives out no id of a lost delivery, and refuses the cursors of before with the reason. */
export async function expectRecovered(harness: Harness, lost: Lost, firstDelivery: string): Promise<void> {
  await eventually(async () =>
    expect(await harness.call('GET', `/v1/events?cursor=${lost.cursor}`)).toMatchObject({
      status: 400,
      json: { error: { param: 'cursor', message: expect.stringContaining('restored') as string } },
    }),
  )
  await harness.deliver({ idempotencyKey: 'lost-a' })
  const [made, kept] = await deliveries(harness)
  expect(lost.ids).toContain(kept)
  expect(made).toBe(firstDelivery)
  for (const id of lost.ids) expect(number(id)).toBeLessThan(number(firstDelivery))
}

const deliveries = async ({ list }: Harness) => (await list('/__mock/deliveries')).map(({ id }) => id)
export const number = (id: string) => BigInt(id.replace('dlv_', ''))

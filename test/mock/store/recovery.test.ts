import { createPostgresStore } from '@event-delivery/mock/postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness, type Harness } from '../../support/backend'
import { eventually } from '../../support/eventually'
import { runMock } from '../../support/mock-command'
import { execute, makeDatabase, postgresUrl } from '../../support/postgres'

/** Works with the backend of a database, and leaves the database to whoever comes next. */
async function use<T>(url: string, work: (harness: Harness) => Promise<T>): Promise<T> {
  const ends: (() => unknown)[] = []
  const harness = createHarness({ store: createPostgresStore({ url }) }, undefined, (end) => ends.push(end))
  try {
    return await work(harness)
  } finally {
    for (const end of ends) await end()
  }
}

/** Copies a database that nobody uses, file by file. */
async function copyOf(url: string): Promise<string> {
  const server = await postgresUrl()
  const name = (from: string) => new URL(from).pathname.slice(1)
  const copy = new URL(await makeDatabase(onTestFinished))
  await execute(server, `drop database ${name(copy.href)}`)
  await eventually(() => execute(server, `create database ${name(copy.href)} template ${name(url)}`))
  return copy.href
}

const deliveries = async ({ list }: Harness) => (await list('/__mock/deliveries')).map(({ id }) => id)
const number = (id: string) => BigInt(id.replace('dlv_', ''))

async function recover(url: string) {
  const { status, out } = await runMock(['recover', '--store', url, '--json']).ended
  expect(status).toBe(0)
  return JSON.parse(out) as { firstDelivery: string; upToDate: boolean }
}

test('a store that was restored gives out no id of a lost delivery, and refuses the cursors of before with the reason', async () => {
  const url = await makeDatabase(onTestFinished)
  await use(url, async ({ createWebhook, deliver }) => {
    await createWebhook()
    await deliver()
  })
  const backup = await copyOf(url)
  const lost = await use(url, async (harness) => {
    for (let index = 0; index < 3; index++) await harness.deliver()
    const { json } = await harness.call<{ nextCursor: string }>('GET', '/v1/events?limit=1')
    return { ids: await deliveries(harness), cursor: json.nextCursor }
  })

  const { firstDelivery } = await recover(backup)
  await use(backup, async (harness) => {
    await harness.deliver()
    const [made, kept] = await deliveries(harness)
    expect(lost.ids).toContain(kept)
    expect(made).toBe(firstDelivery)
    for (const id of lost.ids) expect(number(id)).toBeLessThan(number(made!))
    expect(await harness.call('GET', `/v1/events?cursor=${lost.cursor}`)).toMatchObject({
      status: 400,
      json: { error: { param: 'cursor', message: expect.stringContaining('restored') as string } },
    })
  })
  // From the same backup once more: what was given out since the first recovery is not given out again either.
  expect(number((await recover(await copyOf(url))).firstDelivery)).toBeGreaterThan(number(firstDelivery) + 1n)
})

test('a store of an earlier schema is not recovered, and says what to do first', async () => {
  const url = await makeDatabase(onTestFinished)
  const { status, err } = await runMock(['recover', '--store', url]).ended
  expect([status, err]).toEqual([1, expect.stringContaining('migrate it first')])
})

import { postgresInbox } from '@event-delivery/sdk/stores'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { execute, postgresUrl } from '../../support/postgres'
import { sized, tier } from '../../support/tier'
import { deliver, secret } from '../deliveries'
import { bundle } from '../processes/bundle'
import { makeInboxes, makePool } from './clients'
import { startReceiver } from './processes/receivers'

const program = await bundle(afterAll, 'stores/processes/receive.ts')
// A delivery that several kills have met waits longer each time.
const size = sized({
  more: { kills: 10, perKill: 8, drained: 60_000 },
  soak: { kills: 200, perKill: 20, drained: 1_200_000 },
})
const processes = 3
const keys = 5

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const random = (count: number) => Math.floor(Math.random() * count)

test(`over ${size.kills} kills of processes that receive now and handle later, no delivery is lost, doubled or overtaken`, async () => {
  const { schema } = await makeInboxes()
  const postgres = await postgresUrl()
  await execute(postgres, `create table "${schema}".effect (number serial, delivery text, process integer)`)
  const job = { form: 'queued' as const, secret, postgres, schema, lease: 300 }
  const running = await Promise.all(
    Array.from({ length: processes }, () => startReceiver(program, job, onTestFinished)),
  )

  const post = async (id: string, key: string | undefined): Promise<number> => {
    const delivery = await deliver({ id, event: { id, type: 'order.paid', data: { key } } })
    const { headers } = delivery
    const url = running[random(processes)]!.baseUrl()
    const request = { method: 'POST', headers, body: await delivery.text() }
    return fetch(url, request).then(
      ({ status }) => status,
      () => 0,
    )
  }
  const sent: string[] = []
  let left = size.kills
  /** Sends the deliveries of one key one after the other, each until it is taken and some once more, while processes are killed. */
  const sendWhileKilled = async (key: string | undefined, name: string) => {
    for (let n = 0; left > 0 || n < size.perKill; n++) {
      const id = `${name}-${n}`
      sent.push(id)
      while ((await post(id, key)) !== 204) await pause(20 + random(100))
      if (random(3) === 0) await post(id, key)
      await pause(random(200))
    }
  }
  const kill = async () => {
    for (; left > 0; left--) {
      await pause(100 + random(500))
      await running[left % processes]!.kill()
    }
  }
  const keyed = Array.from({ length: keys }, (_, n) => sendWhileKilled(`key-${n}`, `key-${n}`))
  await Promise.all([kill(), ...keyed, sendWhileKilled(undefined, 'free')])

  const inbox = postgresInbox(await makePool(), { schema })
  const isDone = async () => {
    const { waiting, handling } = await inbox.status()
    return waiting + handling
  }
  await expect.poll(isDone, { timeout: size.drained, interval: 200 }).toBe(0)
  const rows = await execute<{ delivery: string }>(
    postgres,
    `select delivery from "${schema}".effect order by number`,
  )
  const effects = rows.map(({ delivery }) => delivery)
  const inOrder = (name: string) =>
    effects.filter((id) => id.startsWith(`${name}-`)).map((id) => Number(id.split('-')[2]))
  const disordered = Array.from({ length: keys }, (_, n) => inOrder(`key-${n}`)).filter((list) =>
    list.some((n, at) => n !== at),
  )
  const distinct = new Set(effects)
  const outcome = {
    lost: sent.filter((id) => !distinct.has(id)).length,
    doubled: effects.length - distinct.size,
    disordered: disordered.length,
    parked: (await inbox.parked()).length,
  }
  if (tier === 'soak')
    console.log(`${sent.length} deliveries over ${size.kills} kills: ${JSON.stringify(outcome)}`)
  expect(outcome).toEqual({ lost: 0, doubled: 0, disordered: 0, parked: 0 })
}, 3_600_000)

import { expect, vi } from 'vitest'
import { execute, makeDatabase } from '../../support/postgres'
import type { ServiceProcess, ServiceProgram } from '../../support/service-process'
import type { ProcessSettings } from '../../support/service-process-program'
import type { Until } from '../../support/until'
import { allEvents, call, register } from './processes-client'
import { startReceiver, type Arrival } from './processes-receiver'

/** A situation of a few processes, which throws where their store breaks its promise. */
export type Scenario = (stage: Stage) => Promise<void>

/** The means of a scenario. */
export interface Stage {
  program: ServiceProgram
  until: Until
  /** How the processes are broken. */
  mistake?: string
  /** Milliseconds to wait for what has to happen. It only ends the run of a broken store, so that a busy machine passes. */
  timeout: number
}

// A worker that is asked for its leases once a second keeps these on a busy machine, too.
const lease = 3_000

/** The pending deliveries as the database has them. */
async function pendingIn(url: string) {
  return execute<{ state: number; claims: number; ended: boolean }>(
    url,
    'select state, claims, lease_until < clock_timestamp() as ended from event_delivery.delivery',
  )
}

async function setUp(
  { program, until, mistake, timeout }: Stage,
  answer: (arrival: Arrival) => number | Promise<number>,
) {
  const url = await makeDatabase(until)
  const receiver = await startReceiver(until, answer)
  const settings: ProcessSettings = {
    url,
    mistake,
    forwards: receiver.forwards,
    limits: { deliveryTimeout: 60_000, deliveryLease: lease },
  }
  return {
    url,
    receiver,
    start: (role: ProcessSettings['role']): Promise<ServiceProcess> =>
      program.start({ ...settings, role }, until),
    soon: (check: () => unknown) => vi.waitFor(check, { timeout, interval: 10 }),
  }
}

const never = () => new Promise<number>(() => {})

/** The worker that has a delivery dies. Another one has to send it again. */
export const deadWorker: Scenario = async (stage) => {
  const { receiver, start, soon, url } = await setUp(stage, () =>
    receiver.arrivals.length === 1 ? never() : 204,
  )
  const [api, first] = await Promise.all([start('api'), start('worker')])
  await register(api, receiver.urlOf('a'))
  await call(api, 'POST', '/v1/events', { type: 'order.paid', data: {} })
  await soon(() => expect(receiver.arrivals).toHaveLength(1))
  await first.kill()
  await start('worker')
  await soon(() => expect(receiver.arrivals).toHaveLength(2))
  const [one, other] = receiver.arrivals
  expect(other?.deliveryId).toBe(one?.deliveryId)
  await soon(async () => expect(await pendingIn(url)).toEqual([]))
}

/** A worker stands still beyond the end of its lease, and then gets its answer. The delivery is another one's by then. */
export const sleepingWorker: Scenario = async (stage) => {
  const answers: ((status: number) => void)[] = []
  const { receiver, start, soon, url } = await setUp(
    stage,
    () => new Promise((resolve) => answers.push(resolve)),
  )
  const [api, first] = await Promise.all([start('api'), start('worker')])
  await register(api, receiver.urlOf('a'))
  await call(api, 'POST', '/v1/events', { type: 'order.paid', data: {} })
  await soon(() => expect(receiver.arrivals).toHaveLength(1))
  first.pause()
  await start('worker')
  await soon(() => expect(receiver.arrivals).toHaveLength(2))
  answers[0]?.(204)
  await first.resume()
  // A worker that ends has ended all of its attempts before.
  await first.stop()
  expect(await pendingIn(url), 'whoever has lost a delivery ends nothing').toMatchObject([
    { state: 2, claims: 2 },
  ])
  answers[1]?.(500)
  await soon(async () => expect(await pendingIn(url)).toMatchObject([{ state: 0 }]))
}

/** A receiver takes longer than a lease. The worker that waits for it keeps the delivery. */
export const slowReceiver: Scenario = async (stage) => {
  const answers: ((status: number) => void)[] = []
  const { receiver, start, soon, url } = await setUp(
    stage,
    () => new Promise((resolve) => answers.push(resolve)),
  )
  const [api] = await Promise.all([start('api'), start('worker'), start('worker')])
  await register(api, receiver.urlOf('a'))
  await call(api, 'POST', '/v1/events', { type: 'order.paid', data: {} })
  await soon(() => expect(receiver.arrivals).toHaveLength(1))
  const [{ end }] = (await execute<{ end: string }>(
    url,
    `select clock_timestamp() + interval '${lease} milliseconds' as end`,
  )) as [{ end: string }]
  await soon(async () => {
    const passed = await execute(url, 'select 1 where clock_timestamp() > $1::timestamptz', [end])
    expect(passed.length + receiver.arrivals.length, 'the first lease has ended').toBeGreaterThan(1)
  })
  expect(receiver.arrivals, 'one attempt while the first one is under way').toHaveLength(1)
  answers[0]?.(204)
  await soon(async () => expect(await pendingIn(url)).toEqual([]))
}

/** The process that created an event dies as soon as others see the event. Its deliveries have to be there. */
export const deadCreator: Scenario = async (stage) => {
  const { receiver, start, soon } = await setUp(stage, () => 204)
  const [creator, api] = await Promise.all([start('api'), start('api'), start('worker')])
  await register(api, receiver.urlOf('a'))
  call(creator, 'POST', '/v1/events', { type: 'order.paid', data: {} }).catch(() => {})
  await soon(async () => expect(await allEvents(api)).toHaveLength(1))
  await creator.kill()
  await soon(() => expect(receiver.arrivals).toHaveLength(1))
}

/** An idempotency key comes to two processes. */
export const twoProcessesOneKey: Scenario = async (stage) => {
  const { start } = await setUp(stage, () => 204)
  const processes = await Promise.all([start('api'), start('api')])
  const body = { type: 'order.paid', data: {}, idempotencyKey: 'k' }
  const answers = []
  for (const api of processes) answers.push(await call(api, 'POST', '/v1/events', body))
  expect(answers[1]?.json).toEqual(answers[0]?.json)
}

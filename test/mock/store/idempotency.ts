import { expect } from 'vitest'
import { createPostgresStore } from '@event-delivery/mock/postgres'
import { makeDatabase } from '../../support/postgres'
import type { ServiceProcess, ServiceProgram } from '../../support/service-process'
import type { Until } from '../../support/until'
import { allEvents, call } from './processes-client'

/** Some processes of one service. */
export interface Service {
  url: string
  processes: ServiceProcess[]
  /** Sends a creation to the process with this number. */
  create(process: number, idempotencyKey: string): ReturnType<typeof call>
}

/** Starts so many processes on one database. */
export async function startService(program: ServiceProgram, until: Until, count = 4): Promise<Service> {
  const url = await makeDatabase(until)
  const processes = await Promise.all(Array.from({ length: count }, () => program.start({ url }, until)))
  return {
    url,
    processes,
    async create(process, idempotencyKey) {
      const body = { type: 'order.paid', data: { idempotencyKey }, idempotencyKey }
      return call(processes[process % count]!, 'POST', '/v1/events', body)
    },
  }
}

/** Sends so many keys so many times each, all at once over all processes. Returns the ids that the answers name. */
export async function createAtOnce({ create }: Service, keys: number, times: number): Promise<Set<string>> {
  const answers = await Promise.all(
    Array.from({ length: keys * times }, async (_, index) => {
      const key = `key-${index % keys}`
      const { status, json } = await answered(() => create(Math.floor(index / keys), key))
      expect(status).toBe(201)
      return { key, json: JSON.stringify(json), id: json.id }
    }),
  )
  const byKey = new Map(answers.map(({ key, json }) => [key, json]))
  for (const { key, json } of answers) expect(json, 'all answers to a key are equal').toBe(byKey.get(key))
  expect(byKey.size).toBe(keys)
  return new Set(answers.map(({ id }) => id))
}

/** Asks again where the service was too busy, or closed a connection that had been idle. */
async function answered(ask: () => ReturnType<typeof call>): ReturnType<typeof call> {
  for (;;) {
    try {
      const answer = await ask()
      if (answer.status !== 503) return answer
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
}

/** Moves the clock of the whole service by way of one process. */
export async function advance({ processes }: Service, hours: number): Promise<void> {
  const { status } = await call(processes[0]!, 'POST', '/__mock/clock/advance', { hours })
  expect(status).toBe(200)
}

/** Sweeps without a pause until it is told to end. */
export function sweepBeside({ url }: Service): () => Promise<void> {
  const store = createPostgresStore({ url })
  let sweeping = true
  const run = async () => {
    // On a busy machine a connection may not be made in time. The next sweep makes up for it.
    while (sweeping) await store.sweep().catch(() => {})
  }
  const running = run()
  return async () => {
    sweeping = false
    await running
    await store.close()
  }
}

/** Sends keys one after the other while process after process is killed, each again until it has an answer. */
export async function createAmidKills(service: Service, keys: number, kills: number): Promise<void> {
  const { processes, create } = service
  const answered = new Map<string, string>()
  let killed = 0

  async function send(index: number): Promise<void> {
    const key = `key-${index}`
    for (let process = index; ; process++) {
      const answer = await create(process, key).catch(() => undefined)
      if (answer?.status === 201) {
        answered.set(key, answer.json.id)
        return
      }
    }
  }

  /** Kills after a share of the answers, and not after a time, so that a slow machine has as many. */
  async function kill(): Promise<void> {
    for (; killed < kills; killed++) {
      while (answered.size < (keys * killed) / kills) await new Promise(setImmediate)
      const victim = processes[killed % processes.length]!
      await victim.kill()
      await victim.start()
    }
  }

  const killing = kill()
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < keys; index += 8) await send(index)
  })
  await Promise.all([killing, ...lanes])
  const events = await allEvents(processes[0]!)
  expect(new Set(events.map(({ data }) => data.idempotencyKey)).size).toBe(keys)
  expect(events).toHaveLength(keys)
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set(answered.values()))
}

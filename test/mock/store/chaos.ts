import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { EventDelivery, NotFoundError } from '@event-delivery/sdk'
import { numbers } from '../../support/random'
import { execute } from '../../support/postgres'
import { serveRoundRobin } from '../../support/round-robin'
import type { ServiceProcess, ServiceProgram } from '../../support/service-process'
import type { Until } from '../../support/until'
import { allEvents } from './processes-client'
import { startReceiver, type Arrival } from './processes-receiver'

/** A service whose processes are killed again and again while events are created and delivered. */
export interface Chaos {
  program: ServiceProgram
  until: Until
  url: string
  events: number
  /** How many processes are killed, spread evenly over the events, so that a slow machine has as many as a fast one. */
  kills: number
  /** Milliseconds over which the events are spread at least. */
  lasts?: number
  /** Does more harm, once each time that a process of the service is killed. That one is the first of these, the next victim the second. */
  killMore?: (kill: number, processes: readonly ServiceProcess[]) => Promise<void>
  /** How many webhooks are deleted, spread evenly over the events. One unless given. */
  deletions?: number
  mistake?: string
  limits: { deliveryTimeout: number; deliveryLease: number }
}

/** The fate of the events. */
export interface Aftermath {
  kills: number
  /** Events that were acknowledged and are not listed. */
  lost: number
  /** Events that are listed beyond one for each idempotency key. */
  doubled: number
  /** Deliveries that no receiver has taken. */
  undelivered: number
  owed: number
  /** Deliveries that a receiver has taken more than once. */
  duplicates: number
  /** Deliveries of which two attempts had different ids. */
  renamed: number
  /** Claims of deliveries to deleted webhooks that were met after their deletion. */
  claimedAfterDeletion: number
  /** Attempts to a webhook that began later after the answer to its deletion than the two seconds that are promised. */
  begunAfterDeletion: number
  /** Milliseconds after that answer until the last attempt was read. The receiver may be late by itself where the machine is busy. */
  latestAfterDeletion: number
}

const hooks = ['a', 'b', 'c']
/** So many clients create events at once, one after the other each. */
const clients = 16

/** Runs 2 processes that answer and 4 that deliver, kills them one after the other, and waits until all is delivered. */
export async function runChaos({
  program,
  until,
  url,
  events,
  kills,
  lasts = 0,
  killMore,
  deletions = 1,
  mistake,
  limits,
}: Chaos): Promise<Aftermath> {
  const chance = numbers(20_261_122)
  const failing = new Set<string>()
  const answer = async ({ hook, eventId }: Arrival) => {
    const draw = chance.next().value
    // Fails once in twenty, and then lets the next attempt pass, so that nobody waits for the last retries.
    if (draw < 0.05 && !failing.has(hook + eventId)) {
      failing.add(hook + eventId)
      return 500
    }
    if (draw > 0.95) await delay(300)
    return 204
  }
  const receiver = await startReceiver(until, answer)
  const settings = { url, mistake, forwards: receiver.forwards, limits }
  const start = (role: 'api' | 'worker') => program.start({ ...settings, role }, until)
  const apis = await Promise.all([start('api'), start('api')])
  const workers = await Promise.all([start('worker'), start('worker'), start('worker'), start('worker')])
  const { baseUrl } = await serveRoundRobin(apis, until)
  const client = new EventDelivery({
    apiKey: 'sk_live_mock',
    baseUrl,
    retryBudget: false,
    maxRetries: 2,
    random: () => 0,
  })
  for (const hook of hooks) await client.webhooks.create({ url: receiver.urlOf(hook), events: ['*'] })
  const leaving = new Map<string, string>()
  for (let number = 0; number < deletions; number++) {
    const hook = `leaving-${number}`
    leaving.set(hook, (await client.webhooks.create({ url: receiver.urlOf(hook), events: ['*'] })).id)
  }

  const acknowledged = new Map<number, string>()
  const begin = performance.now()
  const deleted = await watchDeletions(url)
  let killed = 0

  async function create(number: number): Promise<void> {
    const turn = begin + (number * lasts) / events
    await delay(Math.max(0, turn - performance.now()))
    for (;;) {
      try {
        const body = { type: 'order.paid', data: { number } }
        const { id } = await client.events.create(body, { idempotencyKey: `order-${number}` })
        acknowledged.set(number, id)
        return
      } catch {
        // As a program does that was told nothing: it asks again with the same key.
      }
    }
  }

  async function kill(): Promise<void> {
    const all: ServiceProcess[] = [apis[0], ...workers.slice(0, 2), apis[1], ...workers.slice(2)]
    const starting = new Map<ServiceProcess, Promise<void>>()
    while (killed < kills) {
      while (acknowledged.size < ((killed + 1) * events) / (kills + 1)) await delay(5)
      const victim = all[killed % all.length]!
      // Before its second death a process has come up.
      await starting.get(victim)
      await victim.kill()
      const next = killed % all.length
      await killMore?.(killed, [...all.slice(next), ...all.slice(0, next)])
      killed++
      starting.set(victim, startAgain(victim))
    }
    await Promise.all(starting.values())
  }

  async function deleteAmid(): Promise<void> {
    for (const [hook, id] of leaving) {
      while (acknowledged.size < ((deleted.at.size + 1) * events) / (deletions + 1)) await delay(5)
      while (!(await isDeleted(id)));
      deleted.at.set(hook, Date.now())
      deleted.ids.push(id)
    }
  }

  /** Deletes a webhook. The first request may have been carried out although its answer was lost. */
  const isDeleted = (id: string) =>
    client.webhooks.delete(id).then(
      () => true,
      (error: unknown) => error instanceof NotFoundError,
    )

  const createEvery = async (first: number) => {
    for (let number = first; number < events; number += clients) await create(number)
  }
  await Promise.all([
    kill(),
    deleteAmid(),
    ...Array.from({ length: clients }, (_, first) => createEvery(first)),
  ])
  await drain(url)
  await deleted.end()

  // The proxy may take up a connection that its process is closing.
  const listed = await vi.waitFor(() => allEvents({ baseUrl }), { timeout: 60_000 })
  const ids = new Set(listed.map(({ id }) => id))
  const taken = new Map<string, number>()
  const names = new Map<string, Set<string>>()
  for (const { hook, eventId, deliveryId, answered } of receiver.arrivals) {
    const pair = `${hook} ${eventId}`
    names.set(pair, (names.get(pair) ?? new Set()).add(deliveryId))
    if (answered === 204) taken.set(pair, (taken.get(pair) ?? 0) + 1)
  }
  const owed = listed.flatMap(({ id }) => hooks.map((hook) => `${hook} ${id}`))
  const after = (time: number, hook: string) => time - (deleted.at.get(hook) ?? Infinity)
  return {
    kills: killed,
    lost: [...acknowledged.values()].filter((id) => !ids.has(id)).length,
    doubled: listed.length - new Set(listed.map(({ data }) => data.number)).size,
    undelivered: owed.filter((pair) => !taken.has(pair)).length,
    owed: owed.length,
    duplicates: owed.filter((pair) => (taken.get(pair) ?? 0) > 1).length,
    renamed: [...names.values()].filter(({ size }) => size > 1).length,
    claimedAfterDeletion: deleted.claimed,
    begunAfterDeletion: receiver.arrivals.filter(({ hook, sentAt }) => after(sentAt * 1_000, hook) > 2_000)
      .length,
    latestAfterDeletion: receiver.arrivals.reduce((most, { hook, at }) => Math.max(most, after(at, hook)), 0),
  }
}

async function startAgain(process: ServiceProcess): Promise<void> {
  // A start fails while PostgreSQL is away, and is repeated, as by whatever supervises a service.
  for (let attempt = 0; ; attempt++) {
    try {
      await process.start()
      return
    } catch (error) {
      if (attempt === 20) throw error
    }
  }
}

/** Looks again and again whether deliveries to the webhooks that were deleted are claimed. */
async function watchDeletions(url: string) {
  const rows = await execute<{ id: string; seq: string }>(url, 'select id, seq from event_delivery.webhook')
  let ended = false
  const deleted = { at: new Map<string, number>(), ids: [] as string[], claimed: 0, end }
  const looking = look()

  async function end() {
    ended = true
    await looking
  }

  async function look() {
    const claims = 'select id from event_delivery.delivery where webhook = any ($1) and state = 2'
    while (!ended) {
      const seqs = rows.filter(({ id }) => deleted.ids.includes(id)).map(({ seq }) => seq)
      // PostgreSQL may be away.
      const found = await execute(url, claims, [seqs]).catch(() => [])
      deleted.claimed += found.length
      await delay(100)
    }
  }
  return deleted
}

/** Waits until nothing is pending. Retries that are due later are made due now, which saves the waits of the schedule. */
async function drain(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await execute(url, 'update event_delivery.delivery set due_at = 0 where state = 0')
      const pending = await execute(url, 'select id from event_delivery.delivery limit 1')
      expect(pending).toEqual([])
    },
    { timeout: 240_000, interval: 100 },
  )
}

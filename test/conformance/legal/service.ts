import { createInProcessReceiver, type RunOptions, type Target } from '@event-delivery/conformance'
import { Access } from './access'
import { choicesOf, consistent, plain } from './choices'
import { Deliveries, type Deliver } from './deliveries'
import { emptyAccount, type Mode, type StoredEvent } from './account'
import { Events } from './events'
import { extend } from './extras'
import { Front } from './front'
import { idempotencyHint } from './idempotency'
import { Listing } from './listing'
import { MovedClock, type Clock } from './clock'
import { planOf, RateLimit } from './rate-limit'
import { routesOf } from './routes'
import { timestamp } from './timestamps'
import { Webhooks } from './webhooks'
import type { Choices } from './dimensions'

/** A service of the family in process, ready to be judged. */
export interface LegalService {
  choices: Choices
  /** Sends a request to the service. */
  fetch: (request: Request) => Promise<Response>
  /** The service with its keys, its clock and a receiver, as the suite takes it. */
  target: Target
  /** The options that an owner would give to the suite: the plan, and the place of the idempotency key where its name is unusual. */
  options: RunOptions
  /** How many webhooks are registered. */
  webhooks: () => number
}

/** A service without the transport. */
export interface Core {
  front: Front
  keys: Access['own']
  webhooks: () => number
}

/** The time at which the clock of each service stands at first. */
const start = Date.UTC(2026, 10, 22, 1, 2, 3)
const hour = 3_600_000

/** How much the service's own clock is ahead of the time. */
const skews: Record<Choices['clock'], number> = {
  right: 0,
  '2-min-ahead': 120_000,
  '2-min-behind': -120_000,
}

/** Makes a service of the family by a seed, or by its choices, the others being the plainest ones. */
export function legalService(chosen: number | Partial<Choices>): LegalService {
  const choices = typeof chosen === 'number' ? choicesOf(chosen) : consistent({ ...plain, ...chosen })
  const clock = new MovedClock(start)
  const receiver = createInProcessReceiver()
  const core = createCore(choices, clock, async (request) => (await receiver.fetch(request)).status)
  const fetch = async (request: Request) => {
    if (request.url.startsWith('http:')) return core.front.answerPlain(request)
    clock.tick(1)
    const answer = await core.front.answer(request)
    if (choices.answerLate > 0) await clock.pass(choices.answerLate)
    return answer
  }
  const { now, advance, idle } = clock
  const keys = keysOf(core)
  const target = { baseUrl: 'https://legal.test', fetch, keys, receiver, now, advance, idle }
  return { choices, fetch, target, options: optionsFor(choices), webhooks: core.webhooks }
}

/** The keys of a service as the suite takes them. */
export function keysOf({ keys: { live, test, reader, writer, expired } }: Core): Target['keys'] {
  return {
    ...{ live, test, expired },
    scoped: [
      { value: reader, scopes: ['events:read', 'webhooks:read'] },
      { value: writer, scopes: ['events:write', 'webhooks:write'] },
    ],
  }
}

/** The options that an owner of such a service would give to the suite. */
export function optionsFor(choices: Choices): RunOptions {
  const plan = planOf(choices)
  const idempotency = idempotencyHint(choices)
  return { ...(plan === undefined ? {} : { plan }), ...(idempotency ? { idempotency } : {}) }
}

/** Makes the service itself, which lives by a clock and hands its deliveries to `deliver`. */
export function createCore(choices: Choices, clock: Clock, deliver: Deliver): Core {
  const now = () => clock.now()
  const skew = skews[choices.clock]
  // Every page of a list shows times that were written before.
  const written = new Map<number, string>()
  const write = (time: number) => {
    const text = written.get(time) ?? timestamp(time + skew, choices.timestamps)
    written.set(time, text)
    return text
  }
  const events = new Events(choices, now, write)
  const show = (event: StoredEvent) => extend('event', events.show(event), choices, write(now()))
  const access = new Access(choices, now)
  const deliveries = new Deliveries(choices, clock, deliver, { show, write, skew })
  const listing = new Listing(choices, now, show)
  const webhooks = new Webhooks(choices, now, write)
  const accounts = { live: emptyAccount('live'), test: emptyAccount('test') }
  for (const mode of ['live', 'test'] satisfies Mode[]) {
    for (let index = 0; index < choices.otherEvents; index += 1) {
      const event = events.add(accounts[mode], `legacy.${index % 7}`, { index })
      event.created -= hour
    }
    for (let index = 0; index < choices.otherWebhooks; index += 1) webhooks.addOthers(accounts[mode], index)
  }
  const routes = routesOf(choices, { access, deliveries, events, listing, webhooks, write })
  const theirNow = () => now() + skew
  const limit = new RateLimit(choices, skew)
  const letOthersAct = () => {
    for (const account of [accounts.live, accounts.test]) {
      const event = events.add(account, 'legacy.traffic', { by: 'others' })
      if (account.mode === 'live') deliveries.begin(account, event)
    }
  }
  const pass = (milliseconds: number) => clock.pass(milliseconds)
  const front = new Front({
    choices,
    routes,
    access,
    limit,
    accounts,
    now,
    theirNow,
    pass,
    write,
    letOthersAct,
  })
  const all = () => [...accounts.live.webhooks.values(), ...accounts.test.webhooks.values()]
  const count = () => all().filter(({ isOthers }) => !isOthers).length
  return { front, keys: access.own, webhooks: count }
}

import { cleanUp } from '../engine/clean-up'
import type { Context } from '../engine/context'
import {
  compareConversations,
  compareMade,
  hasSeveralLayouts,
  type ComparedExchange,
} from './compare-conversations'
import { asTwin, converse, type Conversation, type Made } from './conversation'
import { createInProcessReceiver } from '../receiver/in-process'
import { CouldNotRun } from '../engine/outcome'
import { plannedRequests } from '../probes/requests/ask'
import { idOf, isRefusal, isSuccess, itemsOf } from '../probes/expect'
import { findObstacle } from '../engine/preflight'
import { modeOf, type FullKind, type Key } from '../engine/keys'
import { Session } from '../engine/session'
import { webhookBase } from '../probes/webhook-hosts'
import type { Dialect } from '../../../generated/dialect'
import type { Keys, Target } from '../engine/target'
import type { RunOptions } from '../engine/options'

/** A backend that plays a dialect in this process, as far as the comparison uses it. */
interface TwinBackend {
  fetch(request: Request): Promise<Response>
  waitForIdle(options?: { timeout?: number }): Promise<void>
  close(): Promise<void>
}

/** A key of the backend. `scopes`: `null` for full access. */
interface TwinKey {
  key: string
  scopes?: readonly string[] | null
  expiresAt?: string
}

/** The part of the mock that the comparison uses. */
export interface MockModule {
  createBackend(options: {
    dialect: object
    keys: readonly TwinKey[]
    seed: { events: readonly { type: string; data: unknown; mode: 'live' | 'test' }[] }
    fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  }): TwinBackend
}

/** How a twin compares with its original. */
export interface Comparison {
  exchanges: ComparedExchange[]
  /** How many exchanges were compared, and how many of them showed no difference. */
  total: number
  alike: number
  /** Webhooks that could not be deleted. */
  left: string[]
}

/** The events that the twin has from the start where the deployment has more than a page of them. */
const moreThanAPage = 150

/**
 * Sends the same requests to a deployment and to a backend that plays a dialect, and compares the answers. Throws
 * `CouldNotRun` where the deployment cannot be asked.
 */
export async function compareWithTwin(
  live: Target,
  dialect: Dialect,
  mock: MockModule,
  options: RunOptions & { signal: AbortSignal },
): Promise<Comparison> {
  const { signal } = options
  const settings = { ...options, dialect }
  const original = new Session(live, settings)
  const { reason: obstacle } = await findObstacle(original, signal)
  if (obstacle !== undefined) throw new CouldNotRun(obstacle)
  live.receiver?.inbox.open(original.prefix)
  const context = asTwin(original, signal)
  let left: string[] = []
  const [existing, base, ofLive] = await (async () => {
    try {
      const before = await countEvents(context)
      const ofLive = await converse(original, dialect, signal)
      // Others may have made events meanwhile.
      const existing = Math.max(before, (await countEvents(context)) - countMade(ofLive))
      const base = context.permits('non-disruptive')
        ? await webhookBase(context).catch(() => undefined)
        : undefined
      return [existing, base, ofLive] as const
    } finally {
      left = await cleanUp(original)
      live.receiver?.inbox.close(original.prefix)
    }
  })()
  const receiver = createInProcessReceiver(live.receiver?.baseUrl)
  const backend = playTwin(mock, dialect, context, existing, receiver.fetch)
  const ofTwin = await converseWithTwin(backend, { ...live, receiver }, original, base, settings)
  await backend.close()
  const settled = await withSteadyPages(context, ofLive, ofTwin)
  const compared = compareConversations(settled, ofTwin, (text) => original.redactor.redact(text))
  const alike = compared.filter(({ differences }) => differences.length === 0).length
  return { exchanges: compared, total: compared.length, alike, left }
}

/** How often a page is asked for again that differs from the twin's. */
const mostAgain = 2

/**
 * The conversation of the deployment, with other answers to the pages that differ from the twin's only now and then: a page may hold
 * less than its size (PG-2), and services that filter after they have counted return such pages by chance. A choice that is
 * the same in each answer stays.
 */
async function withSteadyPages(context: Context, live: Conversation, twin: Conversation) {
  const made = new Map(live.made)
  const areSeveral = hasSeveralLayouts(live)
  const isAlike = (one: Made | undefined, other: Made) =>
    one !== undefined && compareMade(one, other, {}, areSeveral).length === 0
  for (const { name, operation } of plannedRequests) {
    const [one, other] = [live.made.get(name), twin.made.get(name)]
    if (operation !== 'listEvents' || !one || !other || !('seen' in one) || !('seen' in other)) continue
    for (let again = 0; again < mostAgain && !isAlike(made.get(name), other); again += 1) {
      if (isRefusal(one.seen.answer)) break
      const answer = await context.call('listEvents', one.seen.asked)
      if (!isRefusal(answer)) made.set(name, { seen: { ...one.seen, answer } })
    }
    if (!isAlike(made.get(name), other)) made.set(name, one)
  }
  return { ...live, made }
}

/** How many events the deployment lists, up to a little more than a page. */
async function countEvents(context: Context): Promise<number> {
  const key = listingKey(context)
  for (let again = 0; ; again += 1) {
    const answer = await context.call('listEvents', { key, query: { limit: 100 } })
    const { length } = itemsOf(answer)
    if (answer.fields.hasMore !== true) return length
    // A page that is empty by chance tells nothing of the number.
    if (length > 0 || again === mostAgain) return moreThanAPage
  }
}

/** The key with which both sides are asked for events: the one that makes them, where the mode permits that. */
function listingKey(context: Context): Key {
  return context.permits('non-disruptive') ? context.eventKey() : context.anyKey()
}

/** How many events a conversation made. */
function countMade({ made }: Conversation): number {
  const ids = plannedRequests.flatMap(({ name, operation }) => {
    const one = made.get(name)
    const isMade = operation === 'createEvent' && one && 'seen' in one && isSuccess(one.seen.answer)
    return isMade ? [idOf(one.seen.answer)] : []
  })
  return new Set(ids).size
}

function playTwin(
  mock: MockModule,
  dialect: Dialect,
  context: Context,
  existing: number,
  fetch: Parameters<MockModule['createBackend']>[0]['fetch'],
): TwinBackend {
  const mode = modeOf(listingKey(context))
  const known = context.keys().map(({ kind, value, scopes }): TwinKey => {
    const ended = kind === 'expired' ? { expiresAt: '2020-01-01T00:00:00.000Z' } : {}
    return { key: value, scopes: scopes ?? null, ...ended }
  })
  const events = Array.from({ length: existing }, (_, index) => ({ type: 'earlier', data: { index }, mode }))
  return mock.createBackend({ dialect, keys: known, seed: { events }, fetch })
}

async function converseWithTwin(
  backend: TwinBackend,
  { keys, receiver }: Target,
  original: Session,
  base: { base: string } | undefined,
  options: RunOptions & { dialect: Dialect; signal: AbortSignal },
): Promise<Conversation> {
  const target: Target = {
    baseUrl: 'https://twin.invalid',
    fetch: (request) => backend.fetch(request),
    keys: keysFor(keys, original),
    receiver,
    idle: () => backend.waitForIdle({ timeout: 60_000 }),
  }
  const { rate: _pace, record: _ledger, ...rest } = options
  const session = new Session(target, { ...rest, prefix: original.prefix })
  receiver?.inbox.open(session.prefix)
  // Both sides name the same hosts, whatever the twin itself would permit.
  if (base) await asTwin(session, options.signal).once('webhook base', () => Promise.resolve(base))
  return converse(session, options.dialect, options.signal)
}

/** The keys of the deployment without those that it refuses. */
function keysFor(keys: Keys, { usableKeys }: Session): Keys {
  const usable = (kind: FullKind) => usableKeys.find((key) => key.kind === kind)?.value
  return { ...keys, live: usable('live'), test: usable('test') }
}

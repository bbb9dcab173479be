import { type Answer, jsonAnswer } from '../http/answer'
import { controlRoot } from '../http/front-page'
import { notFound, Refusal, refusalOf, retryAfter, unavailable } from '../http/refusal'
import type { StoreMeasure } from '../settings/metrics'
import type { Role } from '../settings/role'
import type { Settings } from '../settings/settings'
import { within } from '../settings/time-limit'
import type { State } from '../state/state'
import { StoreMismatchError } from '../store/store-errors'

/** The questions that machines ask a process. They need no state, so that a process without its store answers them too. */
export interface Probes {
  /** Whether the process can do its work. Nobody needs a token to ask. */
  health(): Promise<Answer>
  metrics(): Promise<Answer>
}

const places = { health: `${controlRoot}/health`, metrics: `${controlRoot}/metrics` } as const

export function createProbes(options: HealthOptions): Probes {
  const { settings, main } = options
  return { health: () => healthAnswer(options), metrics: () => metricsAnswer(settings, main) }
}

/** The probe that a request asks for, `undefined` for any other request. */
export function probeOf(method: string, path: string): keyof Probes | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (path === places.health) return 'health'
  return path === places.metrics ? 'metrics' : undefined
}

/** The refusal of every other request by a process that only delivers. A client or a load balancer then tries another process. */
export function onlyDelivers(settings: Settings): Refusal {
  const message = `This process only delivers (role worker): it answers ${places.health} and ${places.metrics}. Send requests to one with the role api or all.`
  return unavailable('only_delivers', message, settings)
}

/** Answers with the metrics, in the format of the option `metrics`. Throws a refusal where the backend has no such option. */
async function metricsAnswer({ metrics, clock }: Settings, main: HealthOptions['main']): Promise<Answer> {
  if (!metrics)
    throw notFound(
      'This backend counts nothing. Give createBackend() metrics: createMetrics() of @event-delivery/mock/node makes them, as the command does.',
    )
  const endpoints = { slow: 0, silent: 0 }
  for (const state of main.dispatcher.endpointStates().values()) endpoints[state]++
  const { contentType, text } = await metrics.write(await measured(main, clock.now()), endpoints)
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text }
}

/** The figures of the store. `undefined` where the store cannot be reached: the counts of this process are shown all the same. */
async function measured({ store }: Pick<State, 'store'>, now: number): Promise<StoreMeasure | undefined> {
  try {
    const [{ due, claimed, later, oldestDue }, upkeep, counts] = await Promise.all([
      store.outlook(now),
      store.upkeep?.(now),
      store.attemptCounts(),
    ])
    const age = oldestDue === undefined ? 0 : Math.max(0, now - oldestDue) / 1_000
    return { due, claimed, later, age, ...counts, ...upkeep }
  } catch {
    return undefined
  }
}

/** The parts that the probes look at. */
interface HealthOptions {
  settings: Settings
  main: Pick<State, 'ready' | 'store' | 'dispatcher'>
  role: Role
  /** Whether the process is about to end. */
  isDraining: () => boolean
}

// Milliseconds of real time that a health check waits for the store. An orchestrator waits some seconds for the answer, and takes
// silence for a dead process.
const longestLook = 2_000
const untilNextLook = 1_000

/** Answers 200 where the process can do its work, else 503 with the reason. The answer holds no data of the service. */
async function healthAnswer({ settings, main, role, isDraining }: HealthOptions): Promise<Answer> {
  const now = settings.clock.now()
  const looked = () => look(main, now).catch((error: unknown) => reasonOf(error, settings))
  const found = isDraining() ? ending() : await within(longestLook, looked(), busy())
  const answer =
    found instanceof Refusal
      ? notReady(found, retryAfter(settings.dialect, untilNextLook, now))
      : jsonAnswer(200, JSON.stringify({ status: 'ready', role, notices: found }))
  answer.headers['cache-control'] = 'no-store'
  return answer
}

// Retention is reported when it is late by more than so many seconds. A sweep comes each minute, and finds a partition in use for some
// of them.
const longestOverdue = 15 * 60

/** Rejects where the process cannot do its work. Resolves with warnings for whoever runs it, `undefined` where there are none. */
async function look(main: HealthOptions['main'], now: number): Promise<string[] | undefined> {
  await main.ready()
  const { store } = main
  await store.check()
  const { retentionOverdue = 0 } = (await store.upkeep?.(now)) ?? {}
  if (retentionOverdue < longestOverdue) return undefined
  const minutes = Math.round(retentionOverdue / 60)
  return [
    `Events are kept ${minutes} minutes beyond --retain. The log says why the sweep fails; else a delivery that waits still needs them, ` +
      'or somebody else reads their table all the time.',
  ]
}

function reasonOf(error: unknown, settings: Settings): Refusal {
  // A store that does not match stays so until somebody acts, so that the whole reason is shown here. A client only learns that it can
  // be asked later.
  if (error instanceof StoreMismatchError) return new Refusal(503, 'store_mismatch', error.message)
  return refusalOf(error, new Request('http://localhost/__mock/health'), settings)
}

function notReady({ code, message }: Refusal, headers: Record<string, string>): Answer {
  const answer = jsonAnswer(503, JSON.stringify({ status: 'unavailable', error: { code, message } }))
  Object.assign(answer.headers, headers)
  return answer
}

function ending(): Refusal {
  return new Refusal(503, 'draining', 'The process is ending. It finishes what is under way.')
}

function busy(): Refusal {
  return new Refusal(503, 'busy', 'The store is being opened, or all data is being replaced.')
}

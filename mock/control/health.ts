import { jsonAnswer, type Answer } from '../http/answer'
import { Refusal, refusalOf, retryAfter } from '../http/refusal'
import type { Role } from '../settings/role'
import type { Settings } from '../settings/settings'
import { StoreMismatchError } from '../store/store-errors'
import type { State } from '../state/state'

/** The parts that the probes look at. */
export interface HealthOptions {
  settings: Settings
  main: Pick<State, 'changing' | 'store'>
  role: Role
  /** Whether the process is about to end. */
  isDraining: () => boolean
}

// Real milliseconds. Whoever asks waits no longer than some seconds, and takes silence for death.
const patience = 2_000
const untilNextLook = 1_000

/** Answers 200 where the process can do its work, else 503 with the reason. The answer holds no data of the service. */
export async function healthAnswer({ settings, main, role, isDraining }: HealthOptions): Promise<Answer> {
  const reason = isDraining() ? ending() : await refusalWithin(patience, look(main), settings)
  const answer = reason
    ? notReady(reason, retryAfter(settings.dialect, untilNextLook, settings.clock.now()))
    : jsonAnswer(200, JSON.stringify({ status: 'ready', role }))
  answer.headers['cache-control'] = 'no-store'
  return answer
}

async function look(main: HealthOptions['main']): Promise<void> {
  await main.changing
  await main.store.check()
}

/** The reason why some work failed or takes longer than `limit`, `undefined` where it succeeded in time. */
async function refusalWithin(
  limit: number,
  work: Promise<void>,
  settings: Settings,
): Promise<Refusal | undefined> {
  let timer: unknown
  const late = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => resolve(busy()), limit)
  })
  const failed = (error: unknown) => reasonOf(error, settings)
  try {
    return await Promise.race([work.then(() => undefined, failed), late])
  } finally {
    clearTimeout(timer as number)
  }
}

function reasonOf(error: unknown, settings: Settings): Refusal {
  // A mismatch stays until somebody acts, so its words are worth more than those of the answer to a client.
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

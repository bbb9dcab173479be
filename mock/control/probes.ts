import type { Answer } from '../http/answer'
import { controlRoot } from '../http/front-page'
import { Refusal, retryAfter } from '../http/refusal'
import type { Settings } from '../settings/settings'
import { healthAnswer, type HealthOptions } from './health'
import { metricsAnswer } from './metrics'

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

/** The refusal of everything else by a process that only delivers. A client or a balancer goes on to another process. */
export function onlyDelivers({ dialect, clock }: Settings): Refusal {
  const message = `This process only delivers (role worker): it answers ${places.health} and ${places.metrics}. Send requests to one with the role api or all.`
  return new Refusal(503, dialect.errorCodes[503] ?? 'only_delivers', message, {
    headers: retryAfter(dialect, 1_000, clock.now()),
  })
}

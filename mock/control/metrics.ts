import type { Answer } from '../http/answer'
import { notFound } from '../http/refusal'
import type { StoreMeasure } from '../settings/metrics'
import type { Settings } from '../settings/settings'
import type { State } from '../state/state'

/** Answers with all that was counted, in the form of whoever counts. Throws a refusal where nobody does. */
export async function metricsAnswer(
  { metrics, clock }: Settings,
  main: Pick<State, 'store'>,
): Promise<Answer> {
  if (!metrics)
    throw notFound(
      'This backend counts nothing. Give createBackend() metrics: createMetrics() of @event-delivery/mock/node makes them, as the command does.',
    )
  const { contentType, text } = await metrics.write(await measured(main, clock.now()))
  return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: text }
}

/** The queue of the store, `undefined` where the store cannot be reached: what was counted here is shown all the same. */
async function measured({ store }: Pick<State, 'store'>, now: number): Promise<StoreMeasure | undefined> {
  try {
    const { due, claimed, later, oldestDue } = await store.outlook(now)
    return { due, claimed, later, age: oldestDue === undefined ? 0 : Math.max(0, now - oldestDue) / 1_000 }
  } catch {
    return undefined
  }
}

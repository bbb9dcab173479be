import type { Event } from '../catalog/event'
import type { EventDelivery } from '../client'
import { ApiError, RateLimitError } from '../errors/api-errors'
import { RequestError } from '../errors/request-errors'
import { sleep } from '../transport/bounds'
import { explainEnding } from './ending'
import { Feed } from './feed'
import type { Invocation } from './program'

/** The treatment of the new events of a service. */
export interface Follower {
  /** Called once all events that were there before are known. */
  ready(): void
  /** Takes an event. The next one is taken when the promise is settled. */
  take(event: Event): void | Promise<void>
}

const second = 1000
const usualInterval = 2 * second
const longestWait = 30 * second
// A list whose page was lost is read from its beginning, which may take thousands of pages.
const retries = 5
const pageSize = 100

/** Whether an error says that the service no longer accepts this cursor, rather than that it accepts no request. */
const isLostCursor = (error: unknown) =>
  error instanceof ApiError && [400, 404, 410, 422].includes(error.status)

/**
 * Hands the new events of a service to a follower, until as many as `--limit` says were taken, or the signal is aborted. An outage of the
 * service is waited for, once the first look has succeeded.
 */
export async function follow(
  { flags, output, signal, clock }: Invocation,
  client: EventDelivery,
  follower: Follower,
): Promise<void> {
  const { events: types = ['*'], interval = usualInterval, limit = Infinity } = flags
  const isWanted = ({ type }: Event) => types.includes('*') || types.includes(type)
  const feed = new Feed({
    list: async (cursor) => client.events.list({ limit: pageSize, cursor }, { signal, maxRetries: retries }),
    isLostCursor,
    onProgress: (count) => output.progress(`Reading what is there: ${count} events`),
  })
  for await (const _ of feed.look());
  output.progress('')
  follower.ready()

  let left = limit
  let failures = 0
  while (left > 0) {
    await sleep(clock, waitBefore(interval, failures), signal)
    try {
      for await (const portion of feed.look()) {
        for (const event of portion.filter(isWanted).slice(0, left)) {
          left -= 1
          await follower.take(event)
        }
        if (left === 0) return
      }
      if (failures > 0) output.note({ note: 'recovered' }, 'The service answers again.')
      failures = 0
    } catch (error) {
      if (!(error instanceof RequestError) || !error.retryable) throw error
      failures += 1
      const { line, record } = explainEnding(error)
      if (failures === 1) output.note(record, `${line}\nTrying again until it answers. Ctrl-C ends it.`)
      if (error instanceof RateLimitError && error.retryAfter)
        await sleep(clock, error.retryAfter * second, signal)
    }
  }
}

/** How long to wait before the next look: the interval, and longer after failures. */
const waitBefore = (interval: number, failures: number): number =>
  Math.max(interval, Math.min(longestWait, interval * 2 ** failures))

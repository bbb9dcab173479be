import type { EventDelivery } from '../client'
import type { Hooks } from '../transport/hooks'
import { beforeCreationIsWritten } from './before-write'
import type { RowTracing } from './options'
import { failureOf, type MakeSend, successOf } from './settlement'

/** A client that shares everything with another one, and calls `check` before it sends each request, those that it repeats included. */
function checkedClient(client: EventDelivery, check: () => boolean): EventDelivery {
  // A double that creates events and nothing more repeats no attempt.
  if (!client.hooks) return client
  const hooks = new Proxy(client.hooks, {
    get(own, name: keyof Hooks) {
      const hook = own[name]?.bind(own) as ((event: never) => unknown) | undefined
      // No other hook comes later: a lease may end while the client waits for its key, or for another hook.
      if (name !== 'send') return hook
      return (event: never) => {
        check()
        return hook?.(event)
      }
    },
  })
  return client.withOptions({ hooks })
}

/** Makes what sends a row: it creates its event. */
export const eventSender =
  (client: EventDelivery, random: () => number, tracing?: RowTracing): MakeSend =>
  (checkLeases, end) => {
    beforeCreationIsWritten(checkLeases, end)
    const checked = checkedClient(client, checkLeases)
    return async (row, signal) => {
      const { type, data, idempotencyKey, trace } = row
      const create = () => checked.events.create({ type, data }, { idempotencyKey, signal })
      try {
        return successOf((await (trace && tracing ? tracing.within(trace, create) : create())).id)
      } catch (error) {
        return failureOf(row, error, random)
      }
    }
  }

import { type Context, context } from '@opentelemetry/api'
import type { Hooks } from '../transport/hooks'
import { type Observers, createCallObservers } from './calls'
import { guard } from './guard'
import type { InstrumentOptions } from './options'

/**
 * Puts an observer before a hook of the caller. The observer takes no time and never fails, so that a hook which hangs or throws neither
 * keeps a span open nor hides one. The hook then runs in the span that the observer names, so that its own telemetry belongs there.
 */
function before<Event>(observe: (event: Event) => Context, hook: (event: Event) => void | Promise<void>) {
  return (event: Event) => context.with(guard(() => observe(event)) ?? context.active(), () => hook(event))
}

/** The hooks of a caller with an observer before each. They are called as methods: they may be an object of a class. */
function joinHooks(observers: Observers, hooks: Hooks): Required<Hooks> {
  return {
    start: before(observers.start, (event) => hooks.start?.(event)),
    request: before(observers.request, (event) => hooks.request?.(event)),
    send: before(observers.send, (event) => {
      try {
        return hooks.send?.(event)
      } finally {
        event.send()
      }
    }),
    response: before(observers.response, (event) => hooks.response?.(event)),
    retry: before(observers.retry, (event) => hooks.retry?.(event)),
    wait: before(observers.wait, (event) => hooks.wait?.(event)),
    retryDenied: before(observers.retryDenied, (event) => hooks.retryDenied?.(event)),
    end: before(observers.end, (event) => hooks.end?.(event)),
  }
}

/**
 * A client as `instrument` needs it: an `EventDelivery`. The interface is one of shape, because a program may hold the types of the ES module
 * and those of the CommonJS build, whose classes the compiler takes for different ones.
 */
export interface InstrumentableClient {
  readonly hooks: Hooks
  withOptions(options: { hooks: Hooks }): unknown
}

/**
 * Instruments the calls of a client with OpenTelemetry: a span for each call, one for each of its attempts, and metrics. Gives a client
 * that shares everything with the one it is given, and calls that client's hooks too.
 *
 * A call's span is named `event_delivery createEvent` and has the kind `INTERNAL`. An attempt's span is named `POST /v1/events`, has the
 * kind `CLIENT` and the attributes of the semantic conventions for HTTP. Without a registered SDK of OpenTelemetry nothing is recorded.
 *
 * @example
 * const client = instrument(new EventDelivery({ apiKey, baseUrl }))
 */
export function instrument<Client extends InstrumentableClient>(
  client: Client,
  options?: InstrumentOptions,
): Client
/**
 * Makes hooks that instrument the calls of a client with OpenTelemetry, and call the given hooks too.
 *
 * @example
 * const client = new EventDelivery({ apiKey, baseUrl, hooks: instrument({ retry: ({ delayMs }) => console.log(delayMs) }) })
 */
export function instrument(hooks?: Hooks, options?: InstrumentOptions): Hooks
export function instrument(
  target: InstrumentableClient | Hooks = {},
  options: InstrumentOptions = {},
): unknown {
  const observers = createCallObservers(options)
  return 'withOptions' in target
    ? target.withOptions({ hooks: joinHooks(observers, target.hooks) })
    : joinHooks(observers, target)
}

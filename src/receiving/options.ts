import type { AnyCatalog, Event, Parsed, ReceivedEvent, TypeOf } from '../catalog/event'
import type { Clock } from '../transport/clock'
import type { DedupeStore } from './dedupe'
import type { DeliveryObserver } from './observe'
import type { UnwrapOptions } from './unwrap'
import type { Delivery, Verified } from './verify'

/** The second argument of a handler: how the event was delivered. */
export interface DeliveryContext extends Verified {
  /** The headers of the delivery. */
  headers: Delivery['headers']
}

/** Handles an event. Where it throws, the service is asked to send the event again. */
// Taken from a method, whose parameters are compared less strictly: a handler of one literal type has to fit a catalog of any types.
export type EventHandler<Received> = {
  handle(event: Received, context: DeliveryContext): unknown
}['handle']

/** How deliveries are received. */
export interface ReceiverOptions<Catalog extends object = AnyCatalog> extends UnwrapOptions<Catalog> {
  /** Handlers by event type. */
  on?: { [Type in TypeOf<Catalog>]?: EventHandler<Event<Type, Parsed<Catalog, Type>>> } | undefined
  /** Handles every event that has no handler of its own. */
  otherwise: EventHandler<ReceivedEvent<Catalog>>
  /** Remembers the deliveries that were handled. In memory unless given; with `false`, each delivery is handled. */
  store?: DedupeStore | false | undefined
  /** Called with the reason for each delivery that was not handled. */
  onError?: ((error: unknown) => unknown) | undefined
  /** Sees each delivery, duplicates and refusals included, as tracing does. */
  observe?: DeliveryObserver | undefined
  /** The largest body in bytes. 1 MiB unless given. */
  maxBytes?: number | undefined
  /** The longest time in milliseconds that the body of a delivery may take to arrive. 10,000 unless given. */
  bodyTimeout?: number | undefined
  /** Times what the receiver waits for. The clock of the system unless given. */
  clock?: Clock | undefined
}

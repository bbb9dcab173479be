import type { AnyCatalog, Event, Parsed, ReceivedEvent, TypeOf } from '../catalog/event'
import type { Clock } from '../transport/clock'
import type { DedupeStore } from './dedupe'
import type { DeliveryKeeper } from './kept-delivery'
import type { DeliveryObserver, ObservedDelivery } from './observe'
import type { TransactionalStore } from './transaction'
import type { UnwrapOptions } from './unwrap'
import type { Delivery, Verified } from './verify'

/** The second argument of a handler: how the event was delivered. */
export interface DeliveryContext extends Verified {
  /** The headers of the delivery. */
  headers: Delivery['headers']
  /**
   * Aborted when `handlerTimeout` is over or the claim of the delivery was lost. Its reason is a `ReceiverError`. A handler that gives up
   * then should throw; one that goes on is waited for, and what it has done counts as handled.
   */
  signal: AbortSignal
}

/** The second argument of a handler whose store is transactional. */
export interface TransactionContext<Tx> extends DeliveryContext {
  /**
   * The transaction of this delivery. What the handler writes through it is committed together with the mark that the delivery was
   * handled. The receiver commits and rolls back: the handler must do neither.
   */
  tx: Tx
}

/** The second argument of a handler, with the transaction where the store has some. */
export type ContextOf<Tx> = [Tx] extends [undefined] ? DeliveryContext : TransactionContext<Tx>

/** Handles an event. Where it throws, the service is asked to send the event again. */
// Taken from a method, whose parameters are compared less strictly: a handler of one literal type has to fit a catalog of any types.
export type EventHandler<Received, Context = DeliveryContext> = {
  handle(event: Received, context: Context): unknown
}['handle']

/** The handler of an event: that of its type, or else the one for all others. */
export const handlerOf = <Handler>(
  on: Record<string, Handler | undefined>,
  otherwise: Handler,
  eventType: string,
): Handler => (Object.prototype.hasOwnProperty.call(on, eventType) && on[eventType]) || otherwise

/** A verified delivery, of which `dedupeBy` makes the text by which a duplicate is recognised. */
export interface DedupeInput {
  /** The id of the delivery. Absent in schemes that have none. */
  id?: string | undefined
  /** The event, with the payload as the validator of the catalog returned it. */
  event: Event
  /** The headers of the delivery. Those that the signature does not cover can be changed on the way. */
  headers: Delivery['headers']
}

/** How deliveries are received. Times are in milliseconds, but for `tolerance`. */
export interface ReceiverOptions<
  Catalog extends object = AnyCatalog,
  Tx = undefined,
> extends UnwrapOptions<Catalog> {
  /** Handlers by event type. */
  on?:
    | { [Type in TypeOf<Catalog>]?: EventHandler<Event<Type, Parsed<Catalog, Type>>, ContextOf<Tx>> }
    | undefined
  /** Handles every event that has no handler of its own. */
  otherwise: EventHandler<ReceivedEvent<Catalog>, ContextOf<Tx>>
  /**
   * Remembers the deliveries that were handled. In memory unless given; with `false`, each delivery is handled. With a transactional
   * store, each handler gets the transaction as `tx`.
   */
  store?: DedupeStore | TransactionalStore<Tx> | false | undefined
  /**
   * What a duplicate is recognised by. `delivery`: the id of the delivery, or that of the event in schemes without delivery ids. `event`: the
   * id of the event, for a service that gives each attempt a new delivery id; a delivery that somebody lets the service send again by hand
   * is then a duplicate too. A function names the delivery by a text of its own, and where it throws or gives none, the delivery is answered
   * 500. `delivery` unless given.
   */
  dedupeBy?: 'delivery' | 'event' | ((delivery: DedupeInput) => string) | undefined
  /**
   * Names the endpoint in the store. Unless given, the scope follows from the webhook's secret: two endpoints never share a scope, and one
   * endpoint has the same scope in each process. During a rotation (`secret: [next, previous]`) a delivery is claimed in the scopes of both
   * secrets, so processes with the old list and with the new one do not handle it twice.
   */
  scope?: string | undefined
  /** How long a claim of a delivery holds without being renewed: the time after which another process may take over. 30,000 unless given. */
  lease?: number | undefined
  /** How long a handled delivery is remembered. Four days unless given: the usual schedule of retries ends after 76 hours. */
  retention?: number | undefined
  /**
   * How long a delivery may take once its body has arrived, until it was handled. 25,000 unless given: services wait 15 to 30 seconds. Then the
   * answer is 503, so that the service sends the delivery again, and the `signal` of the handler is aborted. The claim is kept until the
   * handler ends, but for no longer than ten times this time.
   */
  handlerTimeout?: number | undefined
  /**
   * Called with the reason for each delivery that was not handled, and with what is known of the delivery. The answer waits for what it
   * returns, for five seconds at most. Unless given, the reason goes to `console.error`, without any secret.
   */
  onError?: ((error: unknown, delivery: ObservedDelivery) => unknown) | undefined
  /** Called with each warning when the receiver is made: a secret that is shorter than it should be. `console.warn` unless given. */
  onWarning?: ((warning: string) => unknown) | undefined
  /** The largest body in bytes. 1 MiB unless given. */
  maxBytes?: number | undefined
  /** The longest time in milliseconds that the body of a delivery may take to arrive. 10,000 unless given. */
  bodyTimeout?: number | undefined
  /** Sees each delivery, duplicates and refusals included, as tracing does. */
  observe?: DeliveryObserver | undefined
  /** Times what the receiver waits for. The clock of the system unless given. */
  clock?: Clock | undefined
}

/** How deliveries are received that an inbox keeps, so that its workers handle them later. */
export interface QueuedReceiverOptions extends Omit<ReceiverOptions<object>, 'on' | 'otherwise' | 'store'> {
  /** Keeps the deliveries: `postgresInbox(pool).queued`. */
  store: TransactionalStore<unknown> & DeliveryKeeper<never>
}

import type {
  AnyCatalog,
  CatalogInput,
  Event,
  EventInput,
  ListedEvent,
  TypeOf,
  Wire,
  WireInput,
} from '../catalog/event'
import { type StandardSchema, issuePath, schemaFor } from '../catalog/standard-schema'
import type { Bulk, BulkSource, CreateAllOptions, LossOption } from '../bulk/bulk'
import { createBulk } from '../bulk/create-bulk'
import { refuse, refuseValue } from '../errors/refuse'
import { runWithin } from '../transport/bounds'
import { monotonic } from '../transport/clock'
import type { WithResponse } from '../transport/http'
import { type CallOptions, limitsOf } from '../transport/limits'
import type { Pace } from '../transport/pace'
import type { Transport } from '../transport/transport'
import { type Api, ApiCall } from './api'
import { idempotencyKeyOf, placeKey, withKey } from './idempotency'
import { type ListCall, type ListOptions, listCall } from './page'
import { hasText, parsePage, parseRecord } from './parse'

/** Options of `events.create`. */
export interface CreateEventOptions extends CallOptions, LossOption {
  /**
   * Makes the call safe to repeat, by you as by the client, for 24 hours. A random one is made unless given. 1 to 255 printable
   * ASCII characters.
   */
  idempotencyKey?: string | undefined
}

const isEvent = hasText(['id', 'type', 'created'], 'data')
const parseEvent = parseRecord<Event>(isEvent)

/**
 * The events of the account.
 *
 * @example
 * const events: Events = client.events
 */
export class Events<Catalog extends object = AnyCatalog> {
  readonly #api: Api
  readonly #catalog: object | undefined

  /** @internal */
  constructor(api: Api, catalog: object | undefined) {
    this.#api = api
    this.#catalog = catalog
  }

  /**
   * Creates an event, which is delivered to every subscribed webhook. Safe to repeat: the idempotency key exists before the first
   * attempt, and stands in `withResponse()` and on every error.
   *
   * @throws InvalidRequestError without `type` or `data`, and for `data` that JSON cannot carry or the catalog refuses;
   * IdempotencyConflictError where the key was used for another event.
   * @example
   * const event = await client.events.create({ type: 'order.paid', data: { order: 1042 } }, { idempotencyKey: 'order-1042-paid' })
   */
  create<Type extends TypeOf<Catalog>>(
    input: EventInput<Type, WireInput<Catalog, Type>>,
    options?: CreateEventOptions,
  ): ApiCall<Event<Type, Wire<Catalog, Type>>, string> {
    return new ApiCall(this.#create(input as EventInput, options))
  }

  async #create<T extends Event<string, unknown>>(
    input: EventInput,
    options?: CreateEventOptions,
    pace?: Pace,
  ): Promise<WithResponse<T, string>> {
    const { dialect, transport } = this.#api
    const idempotencyKey = idempotencyKeyOf(options?.idempotencyKey)
    try {
      const { type, data } = Object(input) as EventInput
      if (typeof type !== 'string') refuseValue('type', type, 'give the type of the event as text.')
      if (data === undefined) refuseValue('data', data, 'give the payload, if only {}.')
      const schema = this.#catalog && schemaFor(this.#catalog, type)
      const began = monotonic(transport.clock)
      if (schema) await validateWithin(transport, schema, data, options)
      const { header, field, replayHeader } = placeKey(dialect, idempotencyKey)
      // `data` is cast since the generated type of the body permits no fields in it.
      const body = { type, ...field, data: data as Record<string, unknown> }
      const created = await this.#api.call<'createEvent', T>(
        'createEvent',
        { params: { header }, body },
        {
          parse: parseEvent as (text: string) => T | undefined,
          // Nobody else has used a key that the client made for this call.
          isCallersKey: options?.idempotencyKey !== undefined,
          replayHeader,
          began,
          idempotencyKey,
          pace,
          allowLossyJson: options?.allowLossyJson,
        },
        options,
      )
      return { ...created, idempotencyKey }
    } catch (error) {
      throw withKey(error, idempotencyKey, dialect)
    }
  }

  /**
   * Creates an event for each input of a source, several at a time, at a rate that the service permits.
   *
   * @throws BulkError from the iteration or `summary()` when it ended early, InvalidRequestError for an option that cannot be right.
   * @example
   * for await (const { index, event, error } of client.events.createAll(inputs, { rate: 100 })) console.log(index, event?.id ?? error)
   */
  createAll<Input extends CatalogInput<Catalog>>(
    source: BulkSource<Input>,
    options?: CreateAllOptions<Input>,
  ): Bulk<Input, Event<Input['type'], Wire<Catalog, Input['type']>>> {
    type Created = Event<Input['type'], Wire<Catalog, Input['type']>>
    const { transport } = this.#api
    const create = (input: Input, call: CreateEventOptions, pace: Pace) =>
      this.#create<Created>(input as EventInput, call, pace)
    return createBulk(source, create, transport, options)
  }

  /**
   * Lists events: one page when awaited, all when iterated, a page at a time.
   *
   * @throws ServerError when the cursors lead in a circle.
   * @example
   * for await (const event of client.events.list()) console.log(event.type)
   */
  list(query?: ListOptions, options?: CallOptions): ListCall<ListedEvent<Catalog>> {
    const plan = { parse: parsePage<ListedEvent<Catalog>>(isEvent) }
    return listCall('listEvents', query, (params) => this.#api.call('listEvents', { params }, plan, options))
  }

  /**
   * Retrieves an event by its id.
   *
   * @throws NotFoundError when there is no event with this id, UnsupportedOperationError where the deployment does not offer it.
   * @example
   * const event = await client.events.retrieve('evt_01JD3Q8X5AZ7V0M2')
   */
  retrieve(id: string, options?: CallOptions): ApiCall<ListedEvent<Catalog>, undefined> {
    const plan = { parse: parseEvent as (text: string) => ListedEvent<Catalog> | undefined }
    return new ApiCall(this.#api.call('retrieveEvent', { params: { path: { id } } }, plan, options))
  }
}

/** Validates the payload of an event, within the deadline of its call. */
async function validateWithin(
  { clock, limits }: Transport,
  schema: StandardSchema,
  data: unknown,
  options: CallOptions | undefined,
): Promise<void> {
  const { deadline } = limitsOf(options, limits)
  const bounds = { clock, signal: options?.signal, ms: deadline, limit: `deadline of ${deadline} ms` }
  const result = await runWithin(bounds, async () => schema['~standard'].validate(data))
  const issue = result.issues?.[0]
  if (issue) refuse(issuePath(issue), issue.message)
}

import { identifierMaker } from './identifiers'
import { idempotencyField, idempotencyKeyOf, knownReply, remember } from './idempotency'
import { Refusal } from './refusal'
import { objectIn, type Account, type Fields, type Incoming, type Outcome, type StoredEvent } from './account'
import type { Choices } from './dimensions'

/** The events of a service: how they are created, kept and shown. */
export class Events {
  readonly #newId: (prefix: string) => string
  #made = 0

  constructor(
    private readonly choices: Choices,
    private readonly now: () => number,
    private readonly write: (time: number) => string,
  ) {
    this.#newId = identifierMaker(choices.ids, now)
  }

  /** Keeps a new event. */
  add(account: Account, type: string, data: unknown): StoredEvent {
    this.#made += 1
    const event = { id: this.#newId('evt_'), type, data, created: this.now(), place: this.#made }
    account.events.push(event)
    return event
  }

  /** The fields of an event that the interface names. */
  show({ id, type, created, data }: StoredEvent): Fields {
    return { id, type, created: this.write(created), data }
  }

  /** Creates an event, or finds the one that the idempotency key stands for. `isNew` tells the two apart. */
  create(account: Account, request: Incoming): { outcome: Outcome; event: StoredEvent; isNew: boolean } {
    const fields = objectIn(request.text, () => new Refusal(400))
    this.#assertKnown(fields)
    const body = { type: this.#typeIn(fields), data: this.#dataIn(fields) }
    const key = idempotencyKeyOf(request, fields, this.choices)
    const known = key === undefined ? undefined : knownReply(account, key, body, this.choices, this.now())
    const event = known ?? this.add(account, body.type, body.data)
    if (key !== undefined && !known) remember(account, key, event, this.choices, this.now())
    const { createStatus, replayStatus } = this.choices
    const status = known && replayStatus !== 'same' ? replayStatus : createStatus
    const headers = known ? this.#replayHeaders() : undefined
    return {
      outcome: { status, kind: 'event', body: this.show(event), headers },
      event,
      isNew: known === undefined,
    }
  }

  /** The event with an id, where the service lets events be retrieved. */
  retrieve(visible: readonly StoredEvent[], id: string): Outcome {
    const event = visible.find((one) => one.id === id)
    if (!event) throw new Refusal(404)
    return { status: 200, kind: 'event', body: this.show(event) }
  }

  #assertKnown(fields: Fields): void {
    if (this.choices.unknownFields === 'ignore') return
    const known = ['type', 'data', idempotencyField(this.choices)]
    const unknown = Object.keys(fields).find((name) => !known.includes(name))
    if (unknown !== undefined) throw new Refusal(400, 'body')
  }

  #typeIn({ type }: Fields): string {
    const { emptyType, typeLimit, fieldRefusal } = this.choices
    if (type === undefined) throw new Refusal(400, 'type', { shown: true })
    if (typeof type !== 'string') throw new Refusal(400, 'type')
    if (type === '' && emptyType === 'reject') throw new Refusal(400, 'type')
    if (typeLimit !== null && type.length > typeLimit) throw new Refusal(fieldRefusal, 'type')
    return type
  }

  #dataIn({ data }: Fields): unknown {
    const isObject = typeof data === 'object' && data !== null && !Array.isArray(data)
    if (data === undefined || (this.choices.data === 'objects' && !isObject)) throw new Refusal(400, 'data')
    return data
  }

  #replayHeaders(): Record<string, string> | undefined {
    const { replayHeader } = this.choices
    if (replayHeader === 'none') return undefined
    return replayHeader === 'X-Cache' ? { 'X-Cache': 'HIT' } : { [replayHeader]: 'true' }
  }
}

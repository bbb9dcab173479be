import { decodeBody, readingsOf } from './readings'
import { measureJson, parseJson } from '../wire/json'
import { Limit, Stopwatch } from '../wire/time'

/**
 * The most deliveries and bytes that are kept of one address. A webhook for all types of a busy service gets many, an event of
 * 1 MiB is large, and as text and values it takes three times as much.
 */
const mostOfAddress = { deliveries: 1_000, bytes: 16 * 1024 * 1024 }
/** The most bytes of all deliveries together. */
const mostBytes = 48 * 1024 * 1024

/** Thrown where something was awaited among deliveries of which not all could be kept. */
export class DeliveriesDropped extends Error {
  override readonly name = 'DeliveriesDropped'

  constructor(count: number) {
    super(
      `${count} deliveries were not kept, because more came than the receiver keeps: ${mostOfAddress.deliveries} and 16 MiB for a webhook, 48 MiB in all.`,
    )
  }
}

/**
 * A delivery as it arrived.
 *
 * @example
 * const deliveries: readonly Delivery[] = receiver.inbox.at(`/${prefix}/1`)
 */
export interface Delivery {
  method: string
  /** Path and query, from the run's prefix on. */
  path: string
  headers: Headers
  /** The raw bytes, which the signature covers. */
  body: Uint8Array
  /** The body as text, uncompressed. */
  text: string
  /** The parsed body; `undefined` where it is no JSON. */
  json: unknown
  /** Milliseconds since the epoch, by this machine's clock. */
  receivedAt: number
  /** How it was answered, and after how many milliseconds. `undefined` while it is not, and where its sender no longer waited. */
  answer?: { status: number; after: number }
}

/** A request that reached the receiver. */
export type Incoming = Pick<Delivery, 'method' | 'path' | 'headers' | 'body'>

/** The statuses that answer deliveries. */
type ReceiverStatus = 204 | 410 | 503

/** The deliveries to one address, and the bytes that they take. */
interface Kept {
  deliveries: Delivery[]
  bytes: number
}

/** Keeps the deliveries of its runs and discards all others before storing any part of them. */
export class Inbox {
  readonly #prefixes = new Set<string>()
  readonly #kept = new Map<string, Kept>()
  /** Bytes of all deliveries that are kept. */
  #bytes = 0
  readonly #refusing = new Map<string, { status: 503 | 410; times: number }>()
  readonly #delays = new Map<string, () => Promise<void>>()
  readonly #admitted = new Set<string>()
  readonly #waiting = new Set<() => void>()
  /** How long deliveries were awaited. */
  readonly waiting = new Stopwatch()
  /** How many deliveries were discarded because they bear no run's prefix. */
  discarded = 0
  /** How many deliveries were not kept because there was no room for them. */
  dropped = 0

  /** From now on takes deliveries with this run's prefix in their path and, followed by a dot, in another place. */
  open(prefix: string): void {
    this.#prefixes.add(prefix)
  }

  /** All deliveries of a run. */
  of(prefix: string): Delivery[] {
    return [...this.#kept].flatMap(([address, { deliveries }]) =>
      address.startsWith(`/${prefix}/`) ? deliveries : [],
    )
  }

  /** Forgets a run and its deliveries. */
  close(prefix: string): void {
    this.#prefixes.delete(prefix)
    for (const [address, { bytes }] of this.#kept) {
      if (!address.startsWith(`/${prefix}/`)) continue
      this.#kept.delete(address)
      this.#bytes -= bytes
    }
  }

  /**
   * From now on takes every delivery to an address, `/<prefix>/<number>`, also where it holds the prefix nowhere else. It is for webhooks that get no
   * events but those of the run.
   */
  admit(address: string): void {
    this.#admitted.add(address)
  }

  /**
   * Answers deliveries to an address, `/<prefix>/<number>`, by 503 from now on, or by 410, which says that nobody will ever take
   * one there: so many `times`, always unless given. They are kept all the same.
   */
  refuse(address: string, status: 503 | 410 = 503, times = Infinity): void {
    this.#refusing.set(address, { status, times })
  }

  /** Answers each delivery to an address, `/<prefix>/<number>`, only after a wait, from now on. */
  delay(address: string, wait: () => Promise<void>): void {
    this.#delays.set(address, wait)
  }

  /** Whether the body of a delivery to this path is worth reading: the path is of a run, and there is room. */
  wants(path: string): boolean {
    const place = this.#placeOf(path)
    return place !== undefined && this.#hasRoom(place.address)
  }

  /** Whether there is room for a delivery of this size at an address: a service may send more than the memory holds. */
  #hasRoom(address: string, size = 0): boolean {
    const { deliveries, bytes } = this.#keptAt(address)
    const isFull = deliveries.length >= mostOfAddress.deliveries || bytes + size > mostOfAddress.bytes
    return !isFull && this.#bytes + size <= mostBytes
  }

  #keptAt(address: string): Kept {
    return this.#kept.get(address) ?? { deliveries: [], bytes: 0 }
  }

  /** Counts a delivery that is not kept, and returns the status that answers it. */
  pass(path: string): ReceiverStatus {
    const place = this.#placeOf(path)
    if (place === undefined) this.discarded += 1
    else this.dropped += 1
    return this.#statusAt(place?.address)
  }

  /** Takes a delivery and resolves to the status that answers it, when it is time to. `waits`: whether its sender still waits then. */
  async take(incoming: Incoming, waits = () => true): Promise<ReceiverStatus> {
    const arrivedAt = performance.now()
    const { status, delivery } = this.#keep(incoming)
    await this.#delays.get(this.#placeOf(incoming.path)?.address ?? '')?.()
    if (delivery && waits()) delivery.answer = { status, after: performance.now() - arrivedAt }
    return status
  }

  #keep({ method, path, headers, body }: Incoming): { status: ReceiverStatus; delivery?: Delivery } {
    const place = this.#placeOf(path)
    if (place === undefined || !this.#hasRoom(place.address)) return { status: this.pass(path) }
    const { prefix, address, own } = place
    const text = decodeBody(body, headers)
    // A delivery may hold its own URL, prefix and slash, and the event of somebody else.
    const isOwn = this.#admitted.has(address) || isIn(`${prefix}.`, text, { path: own, headers, body })
    if (!isOwn) {
      this.discarded += 1
      return { status: 204 }
    }
    const size = measureJson(text)
    const bytes = body.byteLength + text.length + size.bytes
    if (!this.#hasRoom(address, bytes)) return { status: this.pass(path) }
    const json = parseJson(text, size)
    const delivery: Delivery = { method, path: own, headers, body, text, json, receivedAt: Date.now() }
    const kept = this.#keptAt(address)
    kept.deliveries.push(delivery)
    kept.bytes += bytes
    this.#bytes += bytes
    this.#kept.set(address, kept)
    for (const wake of this.#waiting) wake()
    return { status: this.#statusAt(address), delivery }
  }

  /** The run and the address that a path belongs to. */
  #placeOf(path: string): { prefix: string; address: string; own: string } | undefined {
    const prefix = [...this.#prefixes].find((one) => path.includes(`/${one}/`))
    if (prefix === undefined) return undefined
    const own = path.slice(path.indexOf(`/${prefix}/`))
    return { prefix, own, address: /^\/[^/]+\/[^/?]+/.exec(own)?.[0] ?? own }
  }

  #statusAt(address = ''): ReceiverStatus {
    const refusal = this.#refusing.get(address)
    if (!refusal || refusal.times <= 0) return 204
    refusal.times -= 1
    return refusal.status
  }

  /** The deliveries to an address, `/<prefix>/<number>`, in the order of their arrival. */
  at(address: string): readonly Delivery[] {
    return [...this.#keptAt(address).deliveries]
  }

  /**
   * Resolves to true as soon as `arrived` holds, to false when the time is over. Rejects with `DeliveriesDropped` where it may
   * be among those that could not be kept.
   */
  async waitFor(arrived: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    return arrived() || this.waiting.measure(this.#awaitArrival(arrived, milliseconds, signal))
  }

  async #awaitArrival(arrived: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const limit = new Limit(signal)
    const tooLate = new Error('The time for deliveries is over.')
    limit.after(milliseconds, () => tooLate)
    let look = () => {}
    const arrival = new Promise<void>((resolve) => {
      look = () => {
        if (arrived()) resolve()
      }
    })
    this.#waiting.add(look)
    try {
      await limit.for(arrival)
    } catch (error) {
      if (error !== tooLate) throw error
      if (!arrived() && this.dropped > 0) throw new DeliveriesDropped(this.dropped)
    } finally {
      this.#waiting.delete(look)
      limit.release()
    }
    return arrived()
  }
}

/** Whether a mark stands in the text of a delivery, or anywhere else in it, decoded. */
function isIn(mark: string, text: string, delivery: Parameters<typeof readingsOf>[0]): boolean {
  return text.includes(mark) || readingsOf(delivery).some((reading) => reading.text.includes(mark))
}

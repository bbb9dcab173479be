import type { DeliveryEntry } from './delivery-entry'
import type { KeptText } from './kept-body'
import type { NoticeEntry } from './notice'
import type { RecordedRequest } from './record'

/** An entry as it is kept. That of a request is made of its record when somebody reads it. */
export type KeptEntry = RecordedRequest | DeliveryEntry | NoticeEntry

interface Sized<T> {
  entry: T
  bytes: number
}

/** The last entries of a journal: so many requests, as many delivery attempts and as many notices, and fewer where memory is short. */
export class EntryBuffer {
  readonly #capacity: number
  readonly #requests: Ring<RecordedRequest>
  readonly #deliveries: Ring<DeliveryEntry>
  readonly #notices: Ring<NoticeEntry>
  readonly #rings: readonly Ring<KeptEntry>[]
  /** The bytes that the entries hold in memory, at most. */
  bytes = 0
  /** How many entries of all kinds were dropped. */
  dropped = 0

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#requests = new Ring(capacity)
    this.#deliveries = new Ring(capacity)
    this.#notices = new Ring(capacity)
    this.#rings = [this.#requests, this.#deliveries, this.#notices] as Ring<KeptEntry>[]
  }

  /** How many entries are kept. */
  get size(): number {
    return this.#rings.reduce((sum, { size }) => sum + size, 0)
  }

  /** How many delivery attempts were ever added. */
  get deliveryCount(): number {
    return this.#deliveries.count
  }

  addRequest(entry: RecordedRequest): void {
    this.#add(this.#requests, entry, requestBytes(entry))
  }

  addDelivery(entry: DeliveryEntry): void {
    this.#add(this.#deliveries, entry, deliveryBytes(entry))
  }

  addNotice(entry: NoticeEntry): void {
    this.#add(this.#notices, entry, bytesOfEntry + bytesOfText(entry.message))
  }

  /** The entry with the smallest number that is larger than `number`. */
  after(number: number): KeptEntry | undefined {
    let first: KeptEntry | undefined
    for (const ring of this.#rings) {
      const next = ring.after(number)
      if (next && next.number < (first?.number ?? Infinity)) first = next
    }
    return first
  }

  /** The entry with this number, `undefined` where it was dropped or never was. */
  at(number: number): KeptEntry | undefined {
    const found = this.after(number - 1)
    return found?.number === number ? found : undefined
  }

  /** The requests that are kept, oldest first. */
  requests(): RecordedRequest[] {
    return this.#requests.since()
  }

  /** The delivery attempts that are kept, oldest first, without the first `skip` that were ever added. */
  deliveries(skip?: number): DeliveryEntry[] {
    return this.#deliveries.since(skip)
  }

  /** Drops the oldest entries until about so many bytes are free. Returns how many are. */
  shrink(bytes: number): number {
    const before = this.bytes
    while (before - this.bytes < bytes && this.#dropOldest());
    return before - this.bytes
  }

  clear(): void {
    for (const ring of this.#rings) ring.clear()
    this.bytes = 0
    this.dropped = 0
  }

  #add<T extends KeptEntry>(ring: Ring<T>, entry: T, bytes: number): void {
    if (this.#capacity === 0) return
    this.bytes += bytes
    const oldest = ring.add({ entry, bytes })
    if (oldest) this.#count(oldest)
  }

  #dropOldest(): boolean {
    let from: Ring<KeptEntry> | undefined
    for (const ring of this.#rings) {
      if ((ring.oldest?.entry.number ?? Infinity) < (from?.oldest?.entry.number ?? Infinity)) from = ring
    }
    const oldest = from?.shift()
    if (oldest) this.#count(oldest)
    return oldest !== undefined
  }

  /** Counts an entry that was dropped. */
  #count({ bytes }: Sized<KeptEntry>): void {
    this.bytes -= bytes
    this.dropped++
  }
}

/** The last items of an endless list, whose numbers grow. An item beyond the capacity takes the index of the oldest one. */
class Ring<T extends KeptEntry> {
  readonly #capacity: number
  #items: (Sized<T> | undefined)[] = []
  /** How many items were ever dropped: the oldest one that is kept has this index. */
  #first = 0
  /** How many items were ever added. */
  count = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get size(): number {
    return this.count - this.#first
  }

  get oldest(): Sized<T> | undefined {
    return this.#items[this.#first % this.#capacity]
  }

  /** Adds an item, and returns the one that it pushed out. */
  add(item: Sized<T>): Sized<T> | undefined {
    const oldest = this.count - this.#first === this.#capacity ? this.shift() : undefined
    this.#items[this.count++ % this.#capacity] = item
    return oldest
  }

  /** Removes the oldest item and returns it. */
  shift(): Sized<T> | undefined {
    const { oldest } = this
    if (oldest) this.#items[this.#first++ % this.#capacity] = undefined
    return oldest
  }

  /** The entries that are kept, oldest first, without the first `skip` that were ever added. */
  since(skip = 0): T[] {
    const found: T[] = []
    for (let index = Math.max(skip, this.#first); index < this.count; index++) found.push(this.#at(index))
    return found
  }

  /** The first entry whose number is larger than `number`. */
  after(number: number): T | undefined {
    let low = this.#first
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#at(middle).number <= number) low = middle + 1
      else high = middle
    }
    return low < this.count ? this.#at(low) : undefined
  }

  clear(): void {
    this.#items = []
    this.#first = 0
    this.count = 0
  }

  #at(index: number): T {
    return (this.#items[index % this.#capacity] as Sized<T>).entry
  }
}

// Measured on V8 and rounded up: an entry with its index in the ring, and a string or an array besides its letters.
const bytesOfEntry = 600
const bytesBesidesLetters = 32

/** The bytes of a text. An engine holds one letter beyond Latin-1 as two bytes, and then all others of the text as well. */
function bytesOfText(text: string | undefined): number {
  return text === undefined ? 0 : bytesBesidesLetters + 2 * text.length
}

/** The bytes of headers, which are known to be Latin-1. */
function bytesOfHeaders(flat: readonly string[]): number {
  let bytes = 0
  for (const text of flat) bytes += bytesBesidesLetters + text.length
  return bytes
}

function bytesOfKept(kept: KeptText | string | undefined): number {
  return typeof kept === 'object' ? 200 + kept.bytes.length : bytesOfText(kept)
}

/** The bytes that a recorded request holds in memory, at most. */
function requestBytes({ url, path, headers, body, answer, refusal, key }: RecordedRequest): number {
  const ofTexts = bytesOfText(refusal?.message) + bytesOfText(key?.name) + url.length + path.length
  return bytesOfEntry + ofTexts + bytesOfHeaders(headers) + bytesOfKept(body) + bytesOfKept(answer)
}

/** The bytes that the entry of a delivery attempt holds in memory, at most. */
function deliveryBytes({ headers, body, answer, url }: DeliveryEntry): number {
  const lines = [...Object.entries(headers), ...Object.entries(answer?.headers ?? {})].flat()
  return (
    bytesOfEntry + bytesOfText(body) + bytesOfText(url) + bytesOfText(answer?.body) + bytesOfHeaders(lines)
  )
}

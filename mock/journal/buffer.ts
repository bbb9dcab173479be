import type { DeliveryEntry } from './delivery-entry'
import type { NoticeEntry } from './notice'
import type { KeptText, RecordedRequest } from './record'

/** An entry as it is kept. That of a request is made of its record when somebody reads it. */
export type KeptEntry = RecordedRequest | DeliveryEntry | NoticeEntry

/** The last entries of a journal: so many requests, as many delivery attempts and as many notices, and fewer where memory is short. */
export class EntryBuffer {
  readonly requests: Ring<RecordedRequest>
  readonly deliveries: Ring<DeliveryEntry>
  readonly notices: Ring<NoticeEntry>
  readonly #rings: readonly Ring<KeptEntry>[]

  constructor(capacity: number) {
    this.requests = new Ring(capacity, requestBytes)
    this.deliveries = new Ring(capacity, deliveryBytes)
    this.notices = new Ring(capacity, noticeBytes)
    this.#rings = [this.requests, this.deliveries, this.notices] as unknown as Ring<KeptEntry>[]
  }

  /** The bytes that the entries hold in memory, at most. */
  get bytes(): number {
    return this.requests.bytes + this.deliveries.bytes + this.notices.bytes
  }

  /** How many entries are kept. */
  get size(): number {
    return this.#rings.reduce((sum, { size }) => sum + size, 0)
  }

  /** How many entries of all kinds were dropped. */
  get dropped(): number {
    return this.#rings.reduce((sum, { dropped }) => sum + dropped, 0)
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

  /** Drops the oldest entries until about so many bytes are free. Returns how many are. */
  shrink(bytes: number): number {
    const before = this.bytes
    while (before - this.bytes < bytes && this.#dropOldest());
    return before - this.bytes
  }

  clear(): void {
    for (const ring of this.#rings) ring.clear()
  }

  #dropOldest(): boolean {
    let from: Ring<KeptEntry> | undefined
    for (const ring of this.#rings) {
      if ((ring.oldest?.number ?? Infinity) < (from?.oldest?.number ?? Infinity)) from = ring
    }
    return from?.drop() ?? false
  }
}

/** The last items of an endless list, whose numbers grow. An item beyond the capacity takes the index of the oldest one. */
class Ring<T extends KeptEntry> {
  #items: (T | undefined)[] = []
  #sizes: number[] = []
  /** How many items were dropped: the oldest one that is kept has this index. */
  dropped = 0
  /** How many items were added. */
  count = 0
  /** The bytes of the items that are kept. */
  bytes = 0

  constructor(
    private readonly capacity: number,
    private readonly bytesOf: (item: T) => number,
  ) {}

  get size(): number {
    return this.count - this.dropped
  }

  get oldest(): T | undefined {
    return this.#items[this.dropped % this.capacity]
  }

  /** Adds an item in place of the oldest one where there is no room, and returns its bytes. */
  add(item: T): number {
    if (this.capacity === 0) return 0
    if (this.count - this.dropped === this.capacity) this.drop()
    const index = this.count++ % this.capacity
    const bytes = this.bytesOf(item)
    this.#items[index] = item
    this.#sizes[index] = bytes
    this.bytes += bytes
    return bytes
  }

  /** Drops the oldest item. Returns whether there was one. */
  drop(): boolean {
    if (this.count === this.dropped) return false
    const index = this.dropped++ % this.capacity
    this.#items[index] = undefined
    this.bytes -= this.#sizes[index] ?? 0
    return true
  }

  /** The entries that are kept, oldest first, without the first `skip` that were ever added. */
  since(skip = 0): T[] {
    const found: T[] = []
    for (let index = Math.max(skip, this.dropped); index < this.count; index++) found.push(this.#at(index))
    return found
  }

  /** The first entry whose number is larger than `number`. */
  after(number: number): T | undefined {
    let low = this.dropped
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
    this.#sizes = []
    this.dropped = this.count = this.bytes = 0
  }

  #at(index: number): T {
    return this.#items[index % this.capacity] as T
  }
}

// Measured on V8 and rounded up: an entry with its index in the ring, and a string or an array besides its letters.
const bytesOfEntry = 600
const bytesBesidesLetters = 32

/** The bytes of a text. An engine holds one letter beyond Latin-1 as two bytes, and then all others of the text as well. */
function bytesOfText(text: KeptText | string | readonly string[] | undefined): number {
  if (typeof text === 'object') return 200 + ('memory' in text ? text.length : bytesOfParts(text))
  return text === undefined ? 0 : bytesBesidesLetters + 2 * text.length
}

/** The bytes of texts that together make one, as if nobody else held them. */
function bytesOfParts(parts: readonly string[]): number {
  let bytes = 0
  for (const text of parts) bytes += 8 + bytesBesidesLetters + 2 * text.length
  return bytes
}

/** The bytes of headers, which are known to be Latin-1. */
function bytesOfHeaders(flat: readonly string[]): number {
  let bytes = 0
  for (const text of flat) bytes += bytesBesidesLetters + text.length
  return bytes
}

/** The bytes that a recorded request holds in memory, at most. */
function requestBytes({ url, path, headers, body, answer, refusal, key }: RecordedRequest): number {
  const ofTexts = bytesOfText(refusal?.message) + bytesOfText(key?.name) + url.length + path.length
  return bytesOfEntry + ofTexts + bytesOfHeaders(headers) + bytesOfText(body) + bytesOfText(answer)
}

function noticeBytes({ message }: NoticeEntry): number {
  return bytesOfEntry + bytesOfText(message)
}

/** The bytes that the entry of a delivery attempt holds in memory, at most. */
function deliveryBytes({ headers, body, answer, url, forwardedTo, error }: DeliveryEntry): number {
  const lines = [...Object.entries(headers), ...Object.entries(answer?.headers ?? {})].flat()
  const ofAnswer = bytesOfText(error) + bytesOfText(answer?.body)
  const ofTexts = bytesOfText(body) + bytesOfText(url) + bytesOfText(forwardedTo) + ofAnswer
  return bytesOfEntry + bytesOfHeaders(lines) + ofTexts
}

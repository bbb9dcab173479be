import type { Arrival } from '../http/arrival'
import { joined, type BodyReader } from '../http/request-body'
import type { KeptText } from './record'
import type { Slab } from './slab'

/** How many bytes of a request's body, and of a receiver's answer, the journal keeps. */
export const longestBody = 16_384

// Milliseconds of real time for which the journal waits for a body that no handler wanted.
const longestWait = 1_000

/** The body of one request: handlers read it, and its beginning is kept for the journal. */
export class KeptBody {
  /** The body as it was read: all bytes, or `null` where they were too many. A promise until that is known. */
  #outcome: ReturnType<BodyReader> | undefined
  /** Whether the client broke the body off while a handler read it. */
  isBrokenOff = false
  #chunks: Uint8Array[] | undefined
  #size = 0
  /** Ends the reading of a handler for which the body has become too long. */
  #checkLength: (() => void) | undefined

  constructor(private readonly arrival: Arrival) {}

  /** Reads the body for a handler. A second call gets what the first one read. */
  readonly read: BodyReader = (limit) => {
    if (this.#outcome === undefined) {
      const reading = this.arrival.read(Math.max(limit, longestBody), this.#see)
      this.#outcome = reading instanceof Promise ? this.#await(reading) : reading
    }
    const outcome = this.#outcome
    if (limit >= longestBody) return outcome
    const asFarAsWanted = (bytes: Uint8Array | null) => (bytes && bytes.length > limit ? null : bytes)
    if (!(outcome instanceof Promise)) return asFarAsWanted(outcome)
    // The handler hears at once that the body is too long for it, while the journal's part goes on arriving.
    return new Promise((resolve, reject) => {
      this.#checkLength = () => this.#size > limit && resolve(null)
      outcome.then((bytes) => resolve(asFarAsWanted(bytes)), reject)
    })
  }

  /** Whether the body may hold bytes that nobody has read. */
  get isUnread(): boolean {
    if (this.isBrokenOff) return false
    return this.#outcome === undefined ? mayHaveBody(this.arrival) : this.#outcome instanceof Promise
  }

  /** Reads the beginning of a body that nobody has read. Resolves after a second, too, when the client sends no more. */
  async readRest(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestWait)
      // In browsers the timer is a number.
      if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
    })
    await Promise.race([Promise.resolve(this.read(longestBody)).then(ignore, ignore), late])
    clearTimeout(timer)
  }

  /**
   * The beginning of the body, `undefined` where the request has none, with its memory from a slab where one is given. Bytes that
   * arrive later are let go.
   */
  takeBeginning(slab?: Slab): KeptText | undefined {
    const whole = this.#outcome instanceof Promise ? undefined : this.#outcome
    // A face may be unable to show the chunks as they arrive.
    const chunks = this.#chunks ?? (whole ? [whole] : [])
    const size = this.#chunks ? this.#size : (whole?.length ?? 0)
    this.#chunks = undefined
    if (size === 0) return undefined
    const length = Math.min(size, longestBody)
    const cut = size > longestBody || (whole === undefined && !this.isBrokenOff)
    const [first] = chunks
    const isAlone = first?.length === length
    // A view is copied, because it would keep the whole buffer.
    if (isAlone && slab && length < first.buffer.byteLength) return slab.copyOf(first, cut, this.isBrokenOff)
    const memory = isAlone && length === first.buffer.byteLength ? first : joined(chunks, length)
    return { memory, start: 0, length, cut, brokenOff: this.isBrokenOff }
  }

  async #await(reading: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    try {
      return (this.#outcome = await reading)
    } catch (error) {
      this.isBrokenOff = true
      throw error
    }
  }

  readonly #see = (chunk: Uint8Array) => {
    // Most bodies come in one chunk, and an array that grows reserves room for seventeen.
    if (!this.#chunks) this.#chunks = [chunk]
    else if (this.#size < longestBody) this.#chunks.push(chunk)
    this.#size += chunk.length
    this.#checkLength?.()
  }
}

/** The beginning of a body, which went on beyond these bytes where `cut` says so. */
export function keptBytes(bytes: Uint8Array, cut: boolean): KeptText {
  const length = Math.min(bytes.length, longestBody)
  const memory = length === bytes.buffer.byteLength ? bytes : joined([bytes], length)
  return { memory, start: 0, length, cut: cut || bytes.length > length, brokenOff: false }
}

const ignore = () => {}

/** Whether a request may have a body. Over HTTP its headers say so (RFC 9112 section 6.3). */
function mayHaveBody({ request, method, headers, peer }: Arrival): boolean {
  const length = headers.get('content-length')
  if (length !== null) return length !== '0'
  if (headers.get('transfer-encoding') !== null) return true
  return !peer && method !== 'GET' && method !== 'HEAD' && request.body !== null
}

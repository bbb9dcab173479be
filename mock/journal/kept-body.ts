import type { Arrival } from '../http/arrival'
import type { BodyReader } from '../http/request-body'
import type { KeptText } from './record'
import type { Slab } from './slab'

/** How many bytes of a request's body, and of a receiver's answer, the journal keeps. */
export const longestBody = 16_384

// Milliseconds of real time for which the journal waits for a body that no handler wanted.
const longestWait = 1_000

/** The body of one request: handlers read it, and its beginning is kept for the journal. */
export class KeptBody {
  #reading: ReturnType<BodyReader> | undefined
  #isRead = false
  /** Whether the client broke the body off while a handler read it. */
  isBrokenOff = false
  #chunks: Uint8Array[] | undefined
  #size = 0
  /** Ends the reading of a handler for which the body has become too long. */
  #checkLength: (() => void) | undefined

  constructor(private readonly arrival: Arrival) {}

  /** Reads the body for a handler. A second call gets what the first one read. */
  readonly read: BodyReader = (limit) => {
    const reading = this.#readOnce(Math.max(limit, longestBody))
    if (limit >= longestBody) return reading
    const asFarAsWanted = (bytes: Uint8Array | null) => (bytes && bytes.length > limit ? null : bytes)
    if (!(reading instanceof Promise)) return asFarAsWanted(reading)
    // The handler hears at once that the body is too long for it, while the journal's part goes on arriving.
    return new Promise((resolve, reject) => {
      this.#checkLength = () => this.#size > limit && resolve(null)
      reading.then((bytes) => resolve(asFarAsWanted(bytes)), reject)
    })
  }

  /** Whether the body may hold bytes that nobody has read. */
  get isUnread(): boolean {
    if (this.#isRead || this.isBrokenOff) return false
    return this.#reading !== undefined || mayHaveBody(this.arrival)
  }

  /** Reads the beginning of a body that nobody has read. Resolves after a second, too, when the client sends no more. */
  async readRest(): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, longestWait)
      // In browsers the timer is a number.
      if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
    })
    await Promise.race([Promise.resolve(this.#readOnce(longestBody)).then(ignore, ignore), late])
    clearTimeout(timer)
  }

  /**
   * The beginning of the body, `undefined` where the request has none, with its memory from a slab where one is given. Bytes that
   * arrive later are let go.
   */
  takeBeginning(slab?: Slab): KeptText | undefined {
    const size = this.#size
    if (size === 0) return undefined
    const chunks = this.#chunks ?? []
    this.#chunks = undefined
    const length = Math.min(size, longestBody)
    const cut = size > longestBody || (!this.#isRead && !this.isBrokenOff)
    const [first] = chunks
    // A view is copied, because it would keep the whole buffer.
    if (slab && first && first.length === length && first.length < first.buffer.byteLength)
      return slab.copyOf(first, cut, this.isBrokenOff)
    return { memory: beginningOf(chunks, length), start: 0, length, cut, brokenOff: this.isBrokenOff }
  }

  #readOnce(limit: number): ReturnType<BodyReader> {
    if (this.#reading !== undefined) return this.#reading
    const reading = this.arrival.read(limit, this.#see)
    if (!(reading instanceof Promise)) return (this.#reading = this.#end(reading))
    return (this.#reading = reading.then(
      (bytes) => this.#end(bytes),
      (error: unknown) => {
        this.isBrokenOff = true
        throw error
      },
    ))
  }

  #end(bytes: Uint8Array | null): Uint8Array | null {
    // A face may be unable to show the chunks as they arrive.
    if (this.#size === 0 && bytes !== null && bytes.length > 0) this.#see(bytes)
    this.#isRead = true
    return bytes
  }

  readonly #see = (chunk: Uint8Array) => {
    // Most bodies come in one chunk, and an array that grows reserves room for seventeen.
    if (!this.#chunks) this.#chunks = [chunk]
    else if (this.#size < longestBody) this.#chunks.push(chunk)
    this.#size += chunk.length
    this.#checkLength?.()
  }
}

/** The first `length` bytes of some chunks, in memory of their own. */
function beginningOf(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks
  if (first && first.length === length && length === first.buffer.byteLength) return first
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, length - offset), offset)
    offset = Math.min(length, offset + chunk.length)
  }
  return bytes
}

/** The beginning of a body, which went on beyond these bytes where `cut` says so. */
export function keptBytes(bytes: Uint8Array, cut: boolean): KeptText {
  const length = Math.min(bytes.length, longestBody)
  const memory = beginningOf([bytes.subarray(0, length)], length)
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

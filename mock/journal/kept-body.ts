import type { Arrival } from '../http/arrival'
import type { BodyReader } from '../http/request-body'
import { longestBody, type KeptText } from './record'

// Milliseconds of real time for which the journal waits for a body that no handler wanted.
const patience = 1_000

/** The body of one request: handlers read it, and its beginning is kept for the journal. */
export interface KeptBody {
  /** Reads the body for a handler. A second call gets what the first one read. */
  read: BodyReader
  /** Whether the client broke the body off while a handler read it. */
  isBrokenOff(): boolean
  /** Whether the body may hold bytes that nobody has read. */
  isUnread(): boolean
  /** Reads the beginning of a body that nobody has read. Resolves after a second, too, when the client sends no more. */
  readRest(): Promise<void>
  /** The beginning of the body, `undefined` where the request has none. */
  kept(): KeptText | undefined
}

/**
 * Keeps the beginning of the body of a request while it is read. What it returns has no accessors: the engine keeps the parts of
 * an accessor until it collects all garbage, and with them it would keep each request.
 */
export function createKeptBody({ request, peer, read }: Arrival): KeptBody {
  let reading: Promise<Uint8Array | null> | undefined
  let isRead = false
  let brokenOff = false
  let chunks: Uint8Array[] = []
  let size = 0
  let tooLongFor = (): unknown => undefined

  const seen = (chunk: Uint8Array) => {
    if (size < longestBody) chunks.push(chunk)
    size += chunk.length
    tooLongFor()
  }

  async function readOnce(limit: number): Promise<Uint8Array | null> {
    try {
      const bytes = await read(limit, seen)
      // A face may be unable to show the chunks as they arrive.
      if (size === 0 && bytes !== null && bytes.length > 0) seen(bytes)
      isRead = true
      return bytes
    } catch (error) {
      brokenOff = true
      throw error
    }
  }

  return {
    read(limit) {
      reading ??= readOnce(Math.max(limit, longestBody))
      if (limit >= longestBody) return reading
      // The handler hears at once that the body is too long for it, while the journal's part goes on arriving.
      return new Promise((resolve, reject) => {
        tooLongFor = () => size > limit && resolve(null)
        reading?.then((bytes) => resolve(bytes && bytes.length > limit ? null : bytes), reject)
      })
    },
    isBrokenOff: () => brokenOff,
    isUnread: () =>
      !isRead && !brokenOff && (reading !== undefined || mayHaveBody(request, peer !== undefined)),
    async readRest() {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience)
        // In browsers the timer is a number.
        if (typeof timer === 'object') (timer as { unref?: () => void }).unref?.()
      })
      reading ??= readOnce(longestBody)
      await Promise.race([reading.then(ignore, ignore), late])
      clearTimeout(timer)
    },
    kept() {
      if (size === 0) return undefined
      const bytes = new Uint8Array(Math.min(size, longestBody))
      let offset = 0
      for (const chunk of chunks) {
        bytes.set(chunk.subarray(0, bytes.length - offset), offset)
        offset = Math.min(bytes.length, offset + chunk.length)
      }
      // The journal has its copy. Bytes that arrive later are let go.
      chunks = []
      return { bytes, cut: size > longestBody || (!isRead && !brokenOff), brokenOff }
    },
  }
}

const ignore = () => {}

/** Whether a request may have a body. Over HTTP its headers say so (RFC 9112 section 6.3). */
function mayHaveBody(request: Request, isOverHttp: boolean): boolean {
  const { headers, method } = request
  const length = headers.get('content-length')
  if (length !== null) return length !== '0'
  if (headers.get('transfer-encoding') !== null) return true
  return !isOverHttp && method !== 'GET' && method !== 'HEAD' && request.body !== null
}

import { parseJson } from '../wire/parse-json'
import { decodeBody, readingsOf } from './readings'

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
}

/** A request that reached the receiver. */
export interface Incoming {
  method: string
  path: string
  headers: Headers
  body: Uint8Array
}

/** Keeps the deliveries of its runs and discards all others before storing any part of them. */
export class Inbox {
  readonly #prefixes = new Set<string>()
  readonly #deliveries = new Map<string, Delivery[]>()
  readonly #refusing = new Set<string>()
  readonly #admitted = new Set<string>()
  readonly #waiting = new Set<() => void>()
  /** How many deliveries were discarded because they bear no run's prefix. */
  discarded = 0

  /** Takes deliveries that bear this run's prefix in their path, and besides anywhere else, from now on. */
  open(prefix: string): void {
    this.#prefixes.add(prefix)
  }

  /** Forgets a run and its deliveries. */
  close(prefix: string): void {
    this.#prefixes.delete(prefix)
    for (const path of this.#deliveries.keys())
      if (path.startsWith(`/${prefix}/`)) this.#deliveries.delete(path)
  }

  /**
   * Takes whatever comes to an address, `/<prefix>/<number>`, from now on, also where it bears no prefix besides: that of a
   * webhook which gets nothing that others make.
   */
  admit(address: string): void {
    this.#admitted.add(address)
  }

  /** Answers deliveries to an address, `/<prefix>/<number>`, by 503 from now on. They are kept all the same. */
  refuse(address: string): void {
    this.#refusing.add(address)
  }

  /** Takes a delivery and returns the status that answers it. */
  accept({ method, path, headers, body }: Incoming): 204 | 503 {
    const text = decodeBody(body, headers)
    const prefix = [...this.#prefixes].find((one) => path.includes(`/${one}/`))
    const own = path.slice(path.indexOf(`/${prefix}/`))
    const address = /^\/[^/]+\/[^/?]+/.exec(own)?.[0] ?? own
    const isOwn =
      prefix !== undefined &&
      // A delivery may hold its own URL, prefix and slash, and the event of somebody else.
      (this.#admitted.has(address) || isIn(`${prefix}.`, text, { path: '', headers, body }))
    if (!isOwn) {
      this.discarded += 1
      return 204
    }
    const json = parseJson(text)
    const delivery = { method, path: own, headers, body, text, json, receivedAt: Date.now() }
    this.#deliveries.set(address, [...(this.#deliveries.get(address) ?? []), delivery])
    for (const wake of this.#waiting) wake()
    return this.#refusing.has(address) ? 503 : 204
  }

  /** The deliveries to an address, `/<prefix>/<number>`, in the order of their arrival. */
  at(address: string): readonly Delivery[] {
    return this.#deliveries.get(address) ?? []
  }

  /** Resolves to true as soon as `arrived` holds, to false when the time is over. */
  async waitFor(arrived: () => boolean, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (arrived()) return true
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        signal.removeEventListener('abort', stop)
        act()
      }
      const look = () => arrived() && settle(() => resolve(true))
      const stop = () => settle(() => reject(signal.reason as Error))
      const timer = setTimeout(() => settle(() => resolve(arrived())), milliseconds)
      this.#waiting.add(look)
      signal.addEventListener('abort', stop)
    })
  }
}

/** Whether a mark stands in the text of a delivery, or anywhere else in it, decoded. */
function isIn(mark: string, text: string, delivery: Parameters<typeof readingsOf>[0]): boolean {
  return text.includes(mark) || readingsOf(delivery).some((reading) => reading.text.includes(mark))
}

import type { KeptText } from './record'

// So many bytes are reserved at once. Each session has a journal, so that larger ones would cost more memory than they save time.
const blockLength = 16_384

const encoder = new TextEncoder()

/**
 * The memory of the short bytes that a journal keeps. Many of them share one block: the engine needs longer to make memory for a few
 * bytes than to copy them. A block is let go with the last of its bytes, and a journal drops its oldest entries first.
 */
export class Slab {
  #block = new Uint8Array(0)
  #used = 0

  /** A copy of these bytes. */
  copyOf(bytes: Uint8Array, cut: boolean, brokenOff: boolean): KeptText {
    const { length } = bytes
    if (length > blockLength / 4) return { memory: new Uint8Array(bytes), start: 0, length, cut, brokenOff }
    const start = this.#reserve(length)
    this.#block.set(bytes, start)
    this.#used += length
    return { memory: this.#block, start, length, cut, brokenOff }
  }

  /** The beginning of a text, in at most so many bytes. */
  beginningOf(text: string, most: number): KeptText {
    const start = this.#reserve(most)
    const { read, written } = encoder.encodeInto(text, this.#block.subarray(start, start + most))
    this.#used += written
    return { memory: this.#block, start, length: written, cut: read < text.length, brokenOff: false }
  }

  /** Makes sure that so many bytes are free, and returns where they begin. */
  #reserve(length: number): number {
    if (this.#used + length > this.#block.length) {
      this.#block = new Uint8Array(blockLength)
      this.#used = 0
    }
    return this.#used
  }
}

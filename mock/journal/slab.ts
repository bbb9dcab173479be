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
  copyOf(bytes: Uint8Array): Uint8Array {
    const { length } = bytes
    if (length > blockLength / 4) return bytes.slice()
    const copy = this.#room(length)
    copy.set(bytes)
    this.#used += length
    return copy
  }

  /** The beginning of a text, in at most so many bytes. */
  beginningOf(text: string, most: number): { bytes: Uint8Array; cut: boolean } {
    const room = this.#room(most)
    const { read, written } = encoder.encodeInto(text, room)
    this.#used += written
    return { bytes: room.subarray(0, written), cut: read < text.length }
  }

  #room(length: number): Uint8Array {
    if (this.#used + length > this.#block.length) {
      this.#block = new Uint8Array(blockLength)
      this.#used = 0
    }
    return this.#block.subarray(this.#used, this.#used + length)
  }
}

import { fromBase64 } from '../encoding'

export type Bytes = Uint8Array<ArrayBuffer>

// The byte order mark stays: it is one of the mistakes.
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const wideDecoder = new TextDecoder('utf-16le')

export const textOf = (bytes: Uint8Array): string => utf8Decoder.decode(bytes)

/** The text of UTF-16 in the byte order of Windows, without its mark. */
export const wideText = (bytes: Uint8Array): string => wideDecoder.decode(bytes)

/** A letter for each byte, so that an index in the text is an index in the bytes. */
export function latin1Text(bytes: Uint8Array): string {
  let text = ''
  // Each byte is an argument, of which there can be some ten thousands.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

export const latin1Bytes = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** The bytes of base64 in either alphabet. None where the text is no base64. */
export const base64Bytes = (text: string): Bytes =>
  fromBase64(text.replace(/-/g, '+').replace(/_/g, '/')) ?? new Uint8Array()

/** The bytes of hexadecimal digits. None where the text is something else. */
export const hexBytes = (text: string): Bytes =>
  /^([\da-f]{2})*$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
    : new Uint8Array()

export const areSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** The text that compressed bytes hold. `undefined` where they are not compressed, or hold more than `most` bytes. */
export async function gunzipped(bytes: Bytes, most: number): Promise<Bytes | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const parts: Bytes[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return new Uint8Array(await new Blob(parts).arrayBuffer())
      length += value.length
      if (length > most) return undefined
      parts.push(value)
    }
  } catch {
    return undefined
  } finally {
    void reader.cancel().catch(() => {})
  }
}

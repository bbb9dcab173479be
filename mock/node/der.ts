// The Distinguished Encoding Rules (X.690), as far as a certificate needs them.

/** One element: its tag, the length of its content, its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const length = body.length
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body])
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, body])
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => element(0x30, ...content)
export const set = (...content: readonly Uint8Array[]): Buffer => element(0x31, ...content)
export const octets = (content: Uint8Array): Buffer => element(0x04, content)
export const text = (written: string): Buffer => element(0x0c, Buffer.from(written, 'utf8'))
export const yes: Buffer = element(0x01, Buffer.from([0xff]))

/** A number that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  // The highest bit would be a sign.
  return element(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** Bits, the last `unused` of which do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return element(0x03, Buffer.from([unused]), bytes)
}

/** An object identifier, such as `2.5.29.17`. */
export function identifier(written: string): Buffer {
  const [first = 0, second = 0, ...rest] = written.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** A moment of the years 1950 to 2049, to the second (RFC 5280 section 4.1.2.5). */
export function time(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/\D/g, '').slice(2, 14)
  return element(0x17, Buffer.from(`${digits}Z`, 'latin1'))
}

function base128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

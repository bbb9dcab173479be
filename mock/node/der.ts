// X.690, 8: what a value is made of begins with its kind and its length.
const kinds = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const

/** A value of the kind that the number stands for: a tag of a context, say. */
export function tagged(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const size = body.length.toString(16)
  const digits = Buffer.from(size.padStart(size.length + (size.length % 2), '0'), 'hex')
  const length = body.length < 128 ? digits : Buffer.from([0x80 | digits.length, ...digits])
  return Buffer.concat([Buffer.of(tag), length, body])
}

export const sequence = (...members: Uint8Array[]) => tagged(kinds.sequence, ...members)
export const set = (...members: Uint8Array[]) => tagged(kinds.set, ...members)
export const octetString = (content: Uint8Array) => tagged(kinds.octetString, content)
export const utf8String = (text: string) => tagged(kinds.utf8String, Buffer.from(text))
export const truth = tagged(kinds.boolean, Buffer.of(0xff))

/** A number that is not negative, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  // The first bit is the sign.
  return tagged(kinds.integer, ...((bytes[0] ?? 0) > 127 ? [Buffer.of(0), bytes] : [bytes]))
}

/** Bits, the last `unused` of which do not count. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(kinds.bitString, Buffer.of(unused), bytes)
}

/** An object identifier, such as `2.5.4.3`. */
export function objectId(written: string): Buffer {
  const [first = 0, second = 0, ...others] = written.split('.').map(Number)
  const bytes = [first * 40 + second, ...others].flatMap((arc) => {
    const groups = [arc & 127]
    for (let rest = arc >> 7; rest > 0; rest >>= 7) groups.unshift(128 | (rest & 127))
    return groups
  })
  return tagged(kinds.objectId, Buffer.from(bytes))
}

/** A moment before 2050 (RFC 5280, 4.1.2.5), to the second. */
export function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().slice(2, 19).replace(/\D/g, '')
  return tagged(kinds.utcTime, Buffer.from(`${digits}Z`))
}

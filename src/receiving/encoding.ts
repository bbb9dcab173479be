const encoder = new TextEncoder()

export const utf8 = (text: string) => encoder.encode(text)

export const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

// Not by spreading the bytes: to iterate over them takes ten times as long. For signatures: what is long has too many arguments.
export const base64 = (bytes: Uint8Array) =>
  btoa(String.fromCharCode.apply(undefined, bytes as unknown as number[]))

/** The bytes behind base64 text, or nothing where the text is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    // It is none.
  }
}

/** Compares without a hint, by its duration, of how far two texts agree. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

import { piecesOf, piecesOfCredentials, shown, type Piece } from './redaction'

/** The value of a header, cut at its secrets. */
export function piecesOfHeader(name: string, value: string, known: readonly string[]): Piece[] {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization':
      return piecesOfCredentials(value, known)
    case 'cookie':
    case 'set-cookie':
      return piecesOf(value, known, 'cookies')
    default:
      return piecesOf(value, known)
  }
}

/** Headers as names and values in turn, whose secrets are hidden. */
export function hiddenHeaders(flat: readonly string[], known: readonly string[]): string[] {
  return flat.map((text, index) =>
    index % 2 === 0 ? text : shown(piecesOfHeader(flat[index - 1] ?? '', text, known)),
  )
}

/** The bytes of a body as letters of one byte each, cut at its secrets. */
export function piecesOfBody(bytes: Uint8Array, known: readonly string[]): Piece[] {
  let letters = ''
  for (let start = 0; start < bytes.length; start += 8_192) {
    letters += String.fromCharCode(...bytes.subarray(start, start + 8_192))
  }
  return piecesOf(letters, known)
}

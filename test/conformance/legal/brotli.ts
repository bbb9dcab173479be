import { brotliCompressSync, constants } from 'node:zlib'

// By itself, Brotli looks for the shortest text, which takes longer than the rest of an exchange.
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }

/** Compresses a body by Brotli, as servers do for bodies that they send once. */
export function brotli(body: Buffer): Buffer {
  return brotliCompressSync(body, quickly)
}

/** The claims of a delivery's headers, before they are verified. */
export interface SignatureClaim {
  /** Identifies the delivery, the same on each of its retries. Absent in schemes that have none. */
  id?: string
  /** When the delivery was signed: the text of its Unix seconds. Absent in schemes that sign no time. */
  timestamp?: string
  /** The signatures, each as `encode` writes it. Empty where the headers are not as the scheme writes them. */
  signatures: string[]
}

/**
 * Reads a header by its lower-case name, or by the first of several names that is there. Throws `missing-header`, with the first name, when
 * none is there.
 */
export type ReadHeader = (...names: string[]) => string

/**
 * How a service signs its deliveries: an HMAC over a prefix and the body, carried in headers.
 *
 * The schemes of the interface's known deployments are `standardWebhooks`, `svix`, `timestampedHex()` and `bodyHex()`.
 */
export interface SignatureScheme {
  /** The name that a dialect gives the scheme. */
  readonly name: string
  /** The hash of the HMAC. SHA-256 unless given. */
  readonly hash?: 'SHA-256' | 'SHA-512' | undefined
  /** The bytes of the key, or `undefined` where the secret cannot be one of this scheme. */
  key(secret: string): Uint8Array | undefined
  /** Reads the headers. */
  read(header: ReadHeader): SignatureClaim
  /** Writes the headers. `id` and `timestamp` are left out by schemes that have none. */
  write(id: string, timestamp: number, signature: string): Record<string, string>
  /** The text that is signed in front of the body. */
  prefix(id: string | undefined, timestamp: string | number | undefined): string
  /** Writes the bytes of a signature as text. */
  encode(signature: Uint8Array): string
}

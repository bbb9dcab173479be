/** What the headers of a delivery say, before any of it is believed. */
export interface SignatureClaim {
  /** Identifies the delivery, the same on each of its retries. Absent in schemes that have none. */
  id?: string
  /** When it was signed, in Unix seconds, as it was written. Absent in schemes that sign no time. */
  timestamp?: string
  /** The signatures, each as `encode` writes one. None where the headers are not as the scheme writes them. */
  signatures: string[]
}

/** Reads a header by its lower-case name. Throws `missing-header` when it is absent. */
export type ReadHeader = (name: string) => string

/**
 * How a service signs its deliveries: an HMAC-SHA256 over a prefix and the body, carried in headers.
 *
 * The schemes of the interface's known deployments are `standardWebhooks`, `svix`, `timestampedHex()` and `bodyHex()`.
 */
export interface SignatureScheme {
  /** The name that a dialect gives the scheme. */
  readonly name: string
  /** The key's bytes, or nothing where the secret cannot be one of this scheme. */
  key(secret: string): Uint8Array | undefined
  /** Reads the headers. */
  read(header: ReadHeader): SignatureClaim
  /** Writes the headers. `id` and `timestamp` are left out by schemes that have none. */
  write(id: string, timestamp: number, signature: string): Record<string, string>
  /** What is signed in front of the body. */
  prefix(id: string | undefined, timestamp: string | number | undefined): string
  /** Writes the bytes of a signature as text. */
  encode(signature: Uint8Array): string
}

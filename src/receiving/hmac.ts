import { utf8 } from './encoding'
import type { SignatureScheme } from './scheme'
import { WebhookVerificationError } from './verification-error'

/** The body of a delivery, as it arrived. */
export type RawBody = string | Uint8Array | ArrayBuffer

// Importing a key costs about as much as one signature. The bound keeps a caller with a secret per tenant from growing it.
const keys = new Map<string, { by: SignatureScheme['key']; key: Promise<CryptoKey> }>()
const maxKeys = 128

function importKey(scheme: SignatureScheme, secret: string): Promise<CryptoKey> {
  const known = keys.get(secret)
  // Another scheme may make another key of the same secret.
  if (known?.by === scheme.key) return known.key
  const bytes = typeof secret === 'string' ? scheme.key(secret) : undefined
  if (!bytes?.length) throw new WebhookVerificationError('wrong-secret', `No secret of ${scheme.name}.`)
  const key = crypto.subtle.importKey(
    'raw',
    bytes as BufferSource,
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  if (keys.size >= maxKeys) keys.clear()
  keys.set(secret, { by: scheme.key, key })
  return key
}

export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'string' || ArrayBuffer.isView(body) || body instanceof ArrayBuffer

/** What is signed: the prefix and the body's own bytes, never decoded and encoded again. */
export function signedBytes(prefix: string, body: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return utf8(prefix + body)
  const head = utf8(prefix)
  // An ArrayBuffer has no offset, and is its own buffer.
  const { buffer = body as ArrayBuffer, byteOffset, byteLength } = body as Uint8Array
  const tail = new Uint8Array(buffer, byteOffset, byteLength)
  const bytes = new Uint8Array(head.length + tail.length)
  bytes.set(head)
  bytes.set(tail, head.length)
  return bytes
}

/** Signs bytes by the scheme's key of a secret, and writes the signature as the scheme does. */
export async function signature(
  scheme: SignatureScheme,
  secret: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return scheme.encode(
    new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(scheme, secret), bytes)),
  )
}

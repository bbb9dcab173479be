import { utf8 } from '../core/encoding'
import type { SignatureScheme } from './scheme'
import { fail } from './verification-error'

/** The body of a delivery, as it arrived. */
export type RawBody = string | Uint8Array | ArrayBuffer

// To import a key takes as long as to sign 1 kB, so this cache halves the time of `verify`. Its bound is for callers with a secret for each
// of many tenants.
const importedKeys = new Map<string, { by: Pick<SignatureScheme, 'key' | 'hash'>; key: Promise<CryptoKey> }>()
const maxKeys = 128
// Standard Webhooks asks for 24 to 64 bytes. A shorter key than this could be found by trying.
const minKeyBytes = 16

/** The bytes of a secret's key. Throws `wrong-secret` where the secret cannot be one, or can be guessed. */
export function secretKey(scheme: SignatureScheme, secret: unknown): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === 'string' ? scheme.key(secret) : undefined
  const size = bytes?.length ?? 0
  if (size < minKeyBytes) {
    fail(
      'wrong-secret',
      `The secret has ${size} bytes of ${scheme.name}, and needs ${minKeyBytes}: is WEBHOOK_SECRET set?`,
    )
  }
  return bytes as Uint8Array<ArrayBuffer>
}

function importKey(scheme: SignatureScheme, secret: string): Promise<CryptoKey> {
  const imported = importedKeys.get(secret)
  // Another scheme may make another key of the same secret.
  if (imported?.by.key === scheme.key && imported.by.hash === scheme.hash) return imported.key
  const bytes = secretKey(scheme, secret)
  const algorithm = { name: 'HMAC', hash: scheme.hash ?? 'SHA-256' }
  const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  if (importedKeys.size >= maxKeys) importedKeys.clear()
  importedKeys.set(secret, { by: scheme, key })
  return key
}

/** Whether a value can be the body as it arrived. */
export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'string' ||
  ArrayBuffer.isView(body) ||
  // One of another realm, such as that of a test environment, is no instance of this realm's class.
  Object.prototype.toString.call(body) === '[object ArrayBuffer]'

/** The bytes that are signed: the prefix and the body's own bytes, never decoded and encoded again. */
export function signedBytes(prefix: string, body: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return utf8(prefix + body)
  const head = utf8(prefix)
  // An ArrayBuffer has neither `buffer` nor `byteOffset`: it is the buffer, from its beginning.
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
  const signed = await crypto.subtle.sign('HMAC', await importKey(scheme, secret), bytes)
  return scheme.encode(new Uint8Array(signed))
}

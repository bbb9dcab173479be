import { hex } from './encoding'
import { secretKey, signedBytes } from './hmac'
import type { ReceiverSettings } from './settings'

const scopeLength = 32

/**
 * The scopes of a receiver: the one that was given, or else hashes of the keys of its secrets. Each webhook has a secret of its own, so it
 * has a scope of its own, the same in each process.
 */
export async function scopesOf({ scope, scheme, secrets }: ReceiverSettings): Promise<readonly string[]> {
  if (scope !== undefined) return [scope]
  const scopes = await Promise.all(
    secrets.map(async (secret) => {
      const bytes = signedBytes('event-delivery scope ', secretKey(scheme, secret))
      return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))).slice(0, scopeLength)
    }),
  )
  return [...new Set(scopes)]
}

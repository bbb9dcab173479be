import type { Random } from '../settings/random'

const secretBytes = 32

/** A new webhook secret in the form of Standard Webhooks. */
export function newSecret(random: Random): string {
  return `whsec_${btoa(String.fromCharCode(...random.bytes(secretBytes)))}`
}

import { utf8 } from '../encoding'
import { bodiesOf } from './body-variants'
import type { Bytes } from './bytes'
import { type Claim, headsOf } from './claims'
import type { Finding, Side } from './finding'
import { keysOf } from './secret-variants'

/** The body that was signed and the key that signed it, found by trying. */
export interface Match {
  claim: Claim
  /** The index of the secret that fits. */
  secretIndex: number
  /** The differences from the delivery as it was given. */
  findings: readonly Finding[]
}

/** The delivery to explain, and the bounds of the search. */
export interface Search {
  claims: readonly Claim[]
  secrets: readonly string[]
  body: Bytes
  side: Side
  /** How many findings explain a signature at the most: with more than 2, the search would take too long. */
  most: number
}

/** A key and a text in front of the body, with which a signature may have been made. */
interface Attempt extends Match {
  head: string
  /** The key for each hash that the signatures of the claim may be of. */
  keys: ReadonlyMap<string, Promise<CryptoKey>>
}

/** The simplest explanation of a signature: the claim, the secret and the fewest findings with which it fits. */
export async function searchMatch({ claims, secrets, body, side, most }: Search): Promise<Match | undefined> {
  const attempts = claims.flatMap((claim) => secrets.flatMap((_, index) => attemptsOf(claim, secrets, index)))
  let best: Match | undefined
  for await (const { value, findings: ofBody } of bodiesOf(body, side)) {
    // The bodies come in the order of their findings, so that no later one can do better.
    if (ofBody.length > most || (best && best.findings.length <= ofBody.length)) return best
    const limit = best ? best.findings.length - 1 : most
    const worthwhile = attempts.filter(({ findings }) => ofBody.length + findings.length <= limit)
    const fits = await Promise.all(worthwhile.map((attempt) => isSigned(value, attempt)))
    for (const { claim, secretIndex, findings } of worthwhile.filter((_, at) => fits[at])) {
      const all = [...ofBody, ...findings]
      if (!best || all.length < best.findings.length) best = { claim, secretIndex, findings: all }
    }
  }
  return best
}

function attemptsOf(claim: Claim, secrets: readonly string[], secretIndex: number): Attempt[] {
  const hashes = new Set(claim.signatures.map(hashOf))
  return keysOf(secrets[secretIndex] ?? '', claim.scheme).flatMap(({ value, findings: ofKey }) => {
    const keys = new Map(Array.from(hashes, (hash) => [hash, imported(value, hash)]))
    return headsOf(claim).map(({ value: head, findings }) => ({
      ...{ claim, secretIndex, keys, head, findings: [...ofKey, ...findings] },
    }))
  })
}

const hashOf = ({ length }: Bytes) => (length === 64 ? 'SHA-512' : length === 20 ? 'SHA-1' : 'SHA-256')

const imported = (key: Bytes, hash: string) =>
  crypto.subtle.importKey('raw', key, { name: 'HMAC', hash }, false, ['verify'])

async function isSigned(body: Bytes, { head, keys, claim }: Attempt): Promise<boolean> {
  const first = utf8(head)
  const signed = new Uint8Array(first.length + body.length)
  signed.set(first)
  signed.set(body, first.length)
  for (const signature of claim.signatures) {
    const key = await keys.get(hashOf(signature))
    if (key && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

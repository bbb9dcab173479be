import { createHmac, timingSafeEqual } from 'node:crypto'
import { bodiesOf } from './body-variants'
import { type Claim, hashes } from './claims'
import type { Finding, Variant } from './finding'
import { keysOf } from './secret-variants'

/** The body that was signed and the key that signed it, found by trying. */
export interface Match {
  claim: Claim
  /** The index of the secret that fits. */
  secretIndex: number
  /** The differences from the delivery as it was given. */
  findings: readonly Finding[]
}

// So many findings explain a signature at the most: with more of them, the search would take too long.
const mostFindings = 2
// The most bytes that are hashed in all. They take some seconds.
const mostWork = 3e9

/** The texts that services sign in front of the body: that of the scheme first. */
function prefixesOf({ scheme, id, timestamp }: Claim): Variant<string>[] {
  const prefixes = {
    'standard-webhooks': id === undefined || timestamp === undefined ? undefined : `${id}.${timestamp}.`,
    'timestamped-hex': timestamp === undefined ? undefined : `${timestamp}.`,
    'body-hex': '',
  }
  const own = scheme === 'svix' ? 'standard-webhooks' : scheme
  const described = {
    'standard-webhooks': 'id.timestamp.body',
    'timestamped-hex': 'timestamp.body',
    'body-hex': 'the body alone',
  }
  return (Object.keys(prefixes) as (keyof typeof prefixes)[])
    .flatMap((kind): Variant<string>[] => {
      const value = prefixes[kind]
      if (value === undefined) return []
      const finding = {
        id: `signs-${kind}`,
        says: `The signature is over ${described[kind]}, where this scheme signs ${described[own]}.`,
        cure: 'The service signs in a way of its own: give a scheme of your own whose prefix() writes what it signs.',
      }
      return [{ value, findings: kind === own ? [] : [finding] }]
    })
    .sort((a, b) => a.findings.length - b.findings.length)
}

const hashFinding = (hash: string, { scheme }: Claim): Finding => ({
  id: `hash-${hash}`,
  says: `The signature is made by HMAC-${hash.toUpperCase().replace('SHA', 'SHA-')}, where this scheme uses SHA-256.`,
  cure:
    hash === 'sha512' && scheme.endsWith('-hex')
      ? "Give the receiver the scheme with its hash: the option hash: 'SHA-512'."
      : 'Ask the service for signatures by HMAC-SHA-256, or verify by its own library.',
})

/** The simplest explanation of a signature: the claim, the secret and the fewest findings with which it fits. */
export function searchMatch(
  claims: readonly Claim[],
  secrets: readonly string[],
  body: Buffer,
): Match | undefined {
  const attempts = claims.flatMap((claim) =>
    secrets.flatMap((secret, secretIndex) => {
      const keys = keysOf(secret, claim.scheme)
      return prefixesOf(claim).flatMap((prefix) =>
        keys.map((key) => ({
          ...{ claim, secretIndex, prefix: prefix.value, key: key.value },
          findings: [...prefix.findings, ...key.findings],
        })),
      )
    }),
  )
  let best: Match | undefined
  let work = 0
  for (const { value, findings: ofBody } of bodiesOf(body)) {
    for (const { claim, secretIndex, prefix, key, findings } of attempts) {
      const inAll = ofBody.length + findings.length
      const isWorse = best && inAll >= best.findings.length
      if (inAll > mostFindings || isWorse || work > mostWork) continue
      work += value.length + prefix.length + key.length
      for (const signature of claim.signatures) {
        const hash = hashes[signature.length] ?? 'sha256'
        const made = createHmac(hash, key).update(prefix).update(value).digest()
        if (!timingSafeEqual(made, signature)) continue
        const ofHash = hash === 'sha256' ? [] : [hashFinding(hash, claim)]
        best = { claim, secretIndex, findings: [...ofBody, ...findings, ...ofHash] }
      }
      if (best?.findings.length === 0) return best
    }
    // The bodies come in the order of their findings, so that no later one can do better.
    if (best && best.findings.length <= ofBody.length) return best
  }
  return best
}

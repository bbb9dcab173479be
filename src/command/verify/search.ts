import { createHmac, timingSafeEqual } from 'node:crypto'
import { bodiesOf } from './body-variants'
import type { Claim } from './claims'
import type { Finding } from './finding'
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

/** The simplest explanation of a signature: the claim, the secret and the fewest findings with which it fits. */
export function searchMatch(
  claims: readonly Claim[],
  secrets: readonly string[],
  body: Buffer,
): Match | undefined {
  const attempts = claims.flatMap((claim) =>
    secrets.flatMap((secret, secretIndex) =>
      keysOf(secret, claim.scheme).map((key) => ({
        claim,
        secretIndex,
        key: key.value,
        ofKey: key.findings,
      })),
    ),
  )
  let best: Match | undefined
  for (const { value, findings: ofBody } of bodiesOf(body)) {
    // The bodies come in the order of their findings, so that no later one can do better.
    if (best && best.findings.length <= ofBody.length) return best
    for (const { claim, secretIndex, key, ofKey } of attempts) {
      const findings = [...ofBody, ...ofKey]
      if (findings.length > mostFindings || (best && findings.length >= best.findings.length)) continue
      if (isSigned(value, key, claim)) best = { claim, secretIndex, findings }
    }
  }
  return best
}

function isSigned(body: Buffer, key: Buffer, { signedFirst, signatures }: Claim): boolean {
  return signatures.some((signature) => {
    const hash = signature.length === 64 ? 'sha512' : 'sha256'
    return timingSafeEqual(createHmac(hash, key).update(signedFirst).update(body).digest(), signature)
  })
}

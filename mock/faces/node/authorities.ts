import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'

/**
 * The authorities that Node trusts, and `ca` besides. `undefined` when `ca` is empty, so that Node uses its own.
 */
export function authoritiesWith(ca: readonly string[]): string[] | undefined {
  if (ca.length === 0) return undefined
  // The option `ca` of a connection replaces everything that Node would trust.
  const extra = process.env.NODE_EXTRA_CA_CERTS
  return [...rootCertificates, ...(extra ? readable(extra) : []), ...ca]
}

function readable(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    // Node itself has warned of this at its start.
    return []
  }
}

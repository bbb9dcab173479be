import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'

/**
 * Authorities to trust besides the ones that Node trusts by itself. `undefined` when there are none: Node's own then
 * hold.
 */
export function authoritiesWith(ca: readonly string[]): string[] | undefined {
  if (ca.length === 0) return undefined
  // What is given to a connection takes the place of all that Node would trust.
  const extra = process.env.NODE_EXTRA_CA_CERTS
  return [...rootCertificates, ...(extra ? readable(extra) : []), ...ca]
}

function readable(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    // Node has warned of it at its start.
    return []
  }
}

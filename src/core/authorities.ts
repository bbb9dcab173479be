import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'

/**
 * The context of connections that trust some authorities (PEM) besides those that Node trusts. `undefined` where there are none, so that Node
 * uses its own. One context serves all connections: Node reads the option `ca` of a connection anew for each, which takes 30 ms.
 *
 * @example
 * connect({ host, port, servername, secureContext: contextWith([readFileSync('ca.pem', 'utf8')]) })
 */
export function contextWith(authorities: readonly string[]): SecureContext | undefined {
  if (authorities.length === 0) return undefined
  // The option `ca` replaces everything that Node would trust.
  const extra = process.env.NODE_EXTRA_CA_CERTS
  return createSecureContext({ ca: [...rootCertificates, ...(extra ? readable(extra) : []), ...authorities] })
}

function readable(file: string): string[] {
  try {
    return [readFileSync(file, 'utf8')]
  } catch {
    // Node itself has warned of this at its start.
    return []
  }
}

import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** A certificate for this machine, with the authority that vouches for it. All PEM. */
export interface Certificate {
  /** To be trusted by clients. */
  ca: string
  cert: string
  /** Kept in memory. */
  key: string
}

const year = 365 * 24 * 60 * 60 * 1_000

/**
 * Makes an EC P-256 certificate for `localhost`, `127.0.0.1`, `::1` and the host. It is signed by an authority of its
 * own, whose key is thrown away: nothing else can ever be signed by what a client has come to trust.
 *
 * @example
 * const { ca, cert, key } = await createCertificate('127.0.0.1')
 * const server = await serve(backend, { tls: { cert, key } })
 */
export async function createCertificate(host = '127.0.0.1'): Promise<Certificate> {
  // Loaded here: it takes longer than the start of a server that needs no certificate.
  const { generate } = await import('selfsigned')
  const now = Date.now()
  const terms = {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A client's clock may be a little behind.
    notBeforeDate: new Date(now - 60 * 60 * 1_000),
    notAfterDate: new Date(now + year),
  } as const
  const authority = await generate([{ name: 'commonName', value: 'Event Delivery mock CA' }], {
    ...terms,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const leaf = await generate([{ name: 'commonName', value: 'Event Delivery mock' }], {
    ...terms,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: alternativeNames(host) },
    ],
  })
  return { ca: authority.cert, cert: leaf.cert, key: leaf.private }
}

function alternativeNames(host: string) {
  return Array.from(new Set(['localhost', '127.0.0.1', '::1', host]), (name) =>
    isIP(name) === 0 ? { type: 2 as const, value: domainToASCII(name) } : { type: 7 as const, ip: name },
  )
}

import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Extension } from '@peculiar/x509'

/** A certificate for this machine, with the authority that signed it. All PEM. */
export interface Certificate {
  /** The authority, which clients have to trust. */
  ca: string
  cert: string
  /** The private key of `cert`. */
  key: string
}

const hour = 60 * 60 * 1_000
const day = 24 * hour
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Whose certificate is made, and how long it is valid. */
export interface CertificateOwner {
  /** Stands in the names of the certificate and of its authority. */
  owner: string
  days: number
}

/**
 * Makes an EC P-256 certificate for `localhost`, `127.0.0.1`, `::1` and the host names and addresses of `names`. It has an authority of its
 * own, whose private key is thrown away, so that the trusted authority can never sign anything else. Throws a `TypeError` for a name that is
 * none.
 */
export async function makeCertificate(
  names: readonly string[],
  { owner, days }: CertificateOwner,
): Promise<Certificate> {
  const subjects = alternativeNames(names)
  // Loaded on demand, because the package takes long to load.
  const x509 = await import('./x509')
  const { subtle } = globalThis.crypto
  const authority = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const server = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const issuer = `CN=${owner} CA`
  const now = Date.now()

  const certify = async (name: string, publicKey: CryptoKey, extensions: Extension[]) => {
    const certificate = await x509.X509CertificateGenerator.create({
      subject: name,
      issuer,
      publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: algorithm,
      // A client's clock may be a little behind.
      notBefore: new Date(now - hour),
      notAfter: new Date(now + days * day),
      extensions: [
        ...extensions,
        // RFC 5280, 4.2.1.1 and 4.2.1.2: strict clients ask for both.
        await x509.SubjectKeyIdentifierExtension.create(publicKey),
        await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
      ],
    })
    return certificate.toString('pem') + '\n'
  }

  const { KeyUsageFlags } = x509
  const ca = await certify(issuer, authority.publicKey, [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ])
  const cert = await certify(`CN=${owner}`, server.publicKey, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(subjects),
  ])
  const key = await subtle.exportKey('pkcs8', server.privateKey)
  return { ca, cert, key: x509.PemConverter.encode(key, 'PRIVATE KEY') + '\n' }
}

function alternativeNames(names: readonly string[]) {
  return Array.from(new Set(['localhost', '127.0.0.1', '::1', ...names]), (name) => {
    if (isIP(name) !== 0) return { type: 'ip' as const, value: name }
    const value = domainToASCII(name)
    if (/^(\*\.)?[\w-]+(\.[\w-]+)*\.?$/.test(value)) return { type: 'dns' as const, value }
    throw new TypeError(
      `A certificate is made for host names and addresses, such as mock.test or 10.0.0.5, not for ${name}.`,
    )
  })
}

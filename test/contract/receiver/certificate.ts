import type { Extension } from '@peculiar/x509'

/** A receiver's certificate and its key, and the certificate of the authority that signed it, in PEM. */
export interface Certificate {
  ca: string
  cert: string
  key: string
}

const hour = 3_600_000
const week = 7 * 24 * hour
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Makes a certificate for `host` and this machine, signed by an authority whose key is kept nowhere. */
export async function makeCertificate(host: string): Promise<Certificate> {
  // The library takes long to load, and most runs have no receiver.
  const x509 = await import('@peculiar/x509')
  const { subtle } = globalThis.crypto
  const authority = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const receiver = await subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const issuer = 'CN=Event Delivery conformance CA'
  const now = Date.now()

  const certify = async (subject: string, publicKey: CryptoKey, extensions: Extension[]) => {
    const certificate = await x509.X509CertificateGenerator.create({
      subject,
      issuer,
      publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: algorithm,
      // The service's clock may be a little behind.
      notBefore: new Date(now - hour),
      notAfter: new Date(now + week),
      extensions: [
        ...extensions,
        // Strict clients demand both key identifiers (RFC 5280, 4.2.1.1 and 4.2.1.2).
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
  const names = Array.from(new Set(['localhost', '127.0.0.1', '::1', host]), alternativeName)
  const cert = await certify('CN=Event Delivery receiver', receiver.publicKey, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(names),
  ])
  const key = await subtle.exportKey('pkcs8', receiver.privateKey)
  return { ca, cert, key: x509.PemConverter.encode(key, 'PRIVATE KEY') + '\n' }
}

function alternativeName(value: string) {
  const type = /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const)
  return { type, value }
}

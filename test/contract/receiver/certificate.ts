/** A receiver's certificate, and the authority that vouches for it. All PEM. */
export interface Certificate {
  ca: string
  cert: string
  key: string
}

const week = 7 * 86_400_000

/** Makes a certificate for `host` and this machine, signed by an authority whose key is kept nowhere. */
export async function makeCertificate(host: string): Promise<Certificate> {
  // Most runs have no receiver, and it takes long to load.
  const { generate } = await import('selfsigned')
  const terms = {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // The service's clock may be a little behind.
    notBeforeDate: new Date(Date.now() - 3_600_000),
    notAfterDate: new Date(Date.now() + week),
  } as const
  const authority = await generate([{ name: 'commonName', value: 'Event Delivery conformance CA' }], {
    ...terms,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  const names = ['localhost', '127.0.0.1', '::1', host].filter((name, at, all) => all.indexOf(name) === at)
  const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
    ...terms,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map(alternativeName) },
    ],
  })
  return { ca: authority.cert, cert, key }
}

function alternativeName(name: string) {
  return /^[\d.]+$|:/.test(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name }
}

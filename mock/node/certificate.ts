import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { addressBytes } from './addresses'
import { bits, element, identifier, integer, octets, sequence, set, text, time, yes } from './der'

/** A certificate for this machine, with the authority that vouches for it. All PEM. */
export interface Certificate {
  /** To be trusted by clients. */
  ca: string
  cert: string
  /** Kept in memory. */
  key: string
}

const year = 365 * 24 * 60 * 60 * 1_000

// RFC 5280 sections 4.1.2.1 and 4.2.1; RFC 5758 section 3.2.
const version3 = element(0xa0, integer(Buffer.from([2])))
const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'))
const commonName = identifier('2.5.4.3')
const serverAuthentication = identifier('1.3.6.1.5.5.7.3.1')

interface Subject {
  name: string
  keys: { publicKey: KeyObject; privateKey: KeyObject }
}

/**
 * Makes an EC P-256 certificate for `localhost`, `127.0.0.1`, `::1` and the host. It is signed by an authority of its
 * own, whose key is thrown away: nothing else can ever be signed by what a client has come to trust.
 *
 * @example
 * const { ca, cert, key } = await createCertificate('127.0.0.1')
 * const server = await serve(backend, { tls: { cert, key } })
 */
export async function createCertificate(host = '127.0.0.1'): Promise<Certificate> {
  const authority = { name: 'Event Delivery mock CA', keys: newKeys() }
  const leaf = { name: 'Event Delivery mock', keys: newKeys() }
  const ca = certify(authority, authority, [
    extension('2.5.29.19', sequence(yes), true),
    // keyCertSign and cRLSign.
    extension('2.5.29.15', bits(Buffer.from([0b0000_0110]), 1), true),
  ])
  const cert = certify(leaf, authority, [
    extension('2.5.29.19', sequence(), true),
    // digitalSignature.
    extension('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7), true),
    extension('2.5.29.37', sequence(serverAuthentication)),
    extension('2.5.29.17', sequence(...alternativeNames(host))),
  ])
  return { ca, cert, key: leaf.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function newKeys(): Subject['keys'] {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** A certificate of `subject`, signed by `issuer`, in PEM. */
function certify(subject: Subject, issuer: Subject, extensions: readonly Buffer[]): string {
  const now = Date.now()
  const body = sequence(
    version3,
    integer(Buffer.from([0x40 | (randomBytes(1)[0]! & 0x3f), ...randomBytes(15)])),
    ecdsaWithSha256,
    nameOf(issuer),
    // A client's clock may be a little behind.
    sequence(time(new Date(now - 60 * 60 * 1_000)), time(new Date(now + year))),
    nameOf(subject),
    publicKeyOf(subject),
    element(
      0xa3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octets(keyIdentifier(subject))),
        extension('2.5.29.35', sequence(element(0x80, keyIdentifier(issuer)))),
      ),
    ),
  )
  const signature = sign('sha256', body, issuer.keys.privateKey)
  const base64 = sequence(body, ecdsaWithSha256, bits(signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`
}

function extension(name: string, value: Buffer, critical = false): Buffer {
  return sequence(identifier(name), ...(critical ? [yes] : []), octets(value))
}

function nameOf({ name }: Subject): Buffer {
  return sequence(set(sequence(commonName, text(name))))
}

function publicKeyOf({ keys }: Subject): Buffer {
  return keys.publicKey.export({ type: 'spki', format: 'der' })
}

function keyIdentifier(subject: Subject): Buffer {
  return createHash('sha1').update(publicKeyOf(subject)).digest()
}

function alternativeNames(host: string): Buffer[] {
  const names = new Set(['localhost', '127.0.0.1', '::1', host])
  return Array.from(names, (name) =>
    isIP(name) === 0 ? element(0x82, Buffer.from(domainToASCII(name))) : element(0x87, addressBytes(name)),
  )
}

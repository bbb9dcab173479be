import { createHash, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { promisify } from 'node:util'
import { addressBytes } from './addresses'
import {
  bitString,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  tagged,
  time,
  truth,
  utf8String,
} from './der'

/** A certificate for this machine, with the authority that vouches for it. All PEM. */
export interface Certificate {
  /** To be trusted by clients. */
  ca: string
  cert: string
  /** Kept in memory. */
  key: string
}

const generate = promisify(generateKeyPair)
const hour = 60 * 60 * 1_000
const year = 365 * 24 * hour
const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))

interface Party {
  name: string
  keys: { publicKey: KeyObject; privateKey: KeyObject }
}

/**
 * Makes an EC P-256 certificate for `localhost`, `127.0.0.1`, `::1` and `host` (`127.0.0.1` unless given), which holds
 * for a year. It is signed by an authority of its own, whose key is thrown away: nothing else can ever be signed by
 * what a client has come to trust.
 *
 * @example
 * const { ca, cert, key } = await createCertificate()
 * const server = await serve(createBackend(), { port: 0, tls: { cert, key } })
 */
export async function createCertificate(host = '127.0.0.1'): Promise<Certificate> {
  const authority = await party('Event Delivery mock CA')
  const server = await party('Event Delivery mock')
  const ca = certificate(authority, authority, [
    // RFC 5280, 4.2.1: what each of these is called and holds.
    extension('2.5.29.19', sequence(truth), true),
    extension('2.5.29.15', bitString(Buffer.of(0b0000_0110), 1), true),
  ])
  const cert = certificate(server, authority, [
    extension('2.5.29.19', sequence(), true),
    extension('2.5.29.15', bitString(Buffer.of(0b1000_0000), 7), true),
    extension('2.5.29.37', sequence(objectId('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...alternativeNames(host))),
  ])
  const key = server.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { ca, cert, key }
}

async function party(name: string): Promise<Party> {
  return { name, keys: await generate('ec', { namedCurve: 'P-256' }) }
}

function certificate(subject: Party, issuer: Party, extensions: Buffer[]): string {
  const now = Date.now()
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ecdsaWithSha256,
    distinguishedName(issuer),
    // A client's clock may be a little behind.
    sequence(time(now - hour), time(now + year)),
    distinguishedName(subject),
    spki(subject),
    tagged(
      0xa3,
      sequence(
        ...extensions,
        extension('2.5.29.14', octetString(keyId(subject))),
        extension('2.5.29.35', sequence(tagged(0x80, keyId(issuer)))),
      ),
    ),
  )
  const signature = sign('sha256', toBeSigned, issuer.keys.privateKey)
  const lines = sequence(toBeSigned, ecdsaWithSha256, bitString(signature))
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`
}

function distinguishedName({ name }: Party): Buffer {
  return sequence(set(sequence(objectId('2.5.4.3'), utf8String(name))))
}

function spki({ keys }: Party): Buffer {
  return keys.publicKey.export({ type: 'spki', format: 'der' })
}

function keyId(of: Party): Buffer {
  return createHash('sha1').update(spki(of)).digest()
}

function extension(id: string, value: Buffer, critical = false): Buffer {
  return sequence(objectId(id), ...(critical ? [truth] : []), octetString(value))
}

function alternativeNames(host: string): Buffer[] {
  return Array.from(new Set(['localhost', '127.0.0.1', '::1', host]), (name) =>
    isIP(name) === 0
      ? tagged(0x82, Buffer.from(domainToASCII(name)))
      : tagged(0x87, Buffer.from(addressBytes(name))),
  )
}

import { createPrivateKey, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { expect, test } from 'vitest'
import { createCertificate } from '@event-delivery/mock/node'

const day = 24 * 60 * 60 * 1_000

test('the certificate names this machine and the host, and is vouched for by its authority alone', async () => {
  const made = await createCertificate('mock.example')
  const [ca, cert] = [new X509Certificate(made.ca), new X509Certificate(made.cert)]
  for (const host of ['localhost', 'mock.example']) expect(cert.checkHost(host)).toBe(host)
  for (const address of ['127.0.0.1', '::1']) expect(cert.checkIP(address)).toBe(address)
  expect(cert.checkHost('other.example')).toBeUndefined()
  expect([ca.ca, cert.ca]).toEqual([true, false])
  expect(cert.checkIssued(ca)).toBe(true)
  expect([cert.verify(ca.publicKey), ca.verify(ca.publicKey)]).toEqual([true, true])
  const other = new X509Certificate((await createCertificate()).ca)
  expect(cert.verify(other.publicKey)).toBe(false)
  expect(createPrivateKey(made.key).export({ type: 'pkcs8', format: 'pem' })).toBe(made.key)
  expect(cert.checkPrivateKey(createPrivateKey(made.key))).toBe(true)
})

test.each([
  'fd00::a:1',
  '192.0.2.7',
  'bücher.example',
  `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
])('a host such as %s is named', async (host) => {
  const cert = new X509Certificate((await createCertificate(host)).cert)
  const ascii = new URL(`http://${host.includes(':') ? `[${host}]` : host}`).hostname.replace(/^\[|\]$/g, '')
  expect(cert.checkHost(ascii) ?? cert.checkIP(ascii)).toBe(ascii)
})

test('it holds from an hour ago for a year, and each has a number of its own', async () => {
  const certificates = await Promise.all(Array.from({ length: 20 }, () => createCertificate()))
  const all = certificates.flatMap(({ ca, cert }) => [ca, cert]).map((pem) => new X509Certificate(pem))
  expect(new Set(all.map(({ serialNumber }) => serialNumber)).size).toBe(all.length)
  for (const { validFrom, validTo } of all) {
    expect(Date.parse(validFrom)).toBeLessThan(Date.now() - day / 25)
    expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 364 * day)
  }
})

test('each says which key it holds and which key signed it, as strict clients want', async () => {
  const { ca, cert } = await createCertificate()
  const keys = (pem: string) => {
    const certificate = new x509.X509Certificate(pem)
    const subject = certificate.getExtension(x509.SubjectKeyIdentifierExtension)
    const authority = certificate.getExtension(x509.AuthorityKeyIdentifierExtension)
    return [subject?.keyId, authority?.keyId]
  }
  const [authority] = keys(ca)
  expect(authority).toMatch(/^[0-9a-f]{40}$/)
  expect(keys(ca)).toEqual([authority, authority])
  expect(keys(cert)).toEqual([expect.not.stringMatching(authority as string), authority])
})

test('a certificate names all of its hosts and addresses, and those of this machine besides', async () => {
  const names = ['mock', 'mock.test', '*.apps.test', '10.0.0.5', 'fd00::5', 'bücher.test']
  const cert = new X509Certificate((await createCertificate(names)).cert)
  for (const host of ['localhost', 'mock', 'mock.test', 'a.apps.test', 'xn--bcher-kva.test']) {
    expect(cert.checkHost(host), host).toBeTruthy()
  }
  for (const address of ['127.0.0.1', '::1', '10.0.0.5', 'fd00::5'])
    expect(cert.checkIP(address), address).toBe(address)
  expect(cert.checkHost('other.test')).toBeUndefined()
})

test.each(['', 'https://mock.test', 'mock.test:4010', 'a b'])(
  '%j is no name for a certificate',
  async (name) => {
    await expect(createCertificate([name])).rejects.toThrow(/host names and addresses, such as/)
    await expect(createCertificate([name])).rejects.toThrow(TypeError)
  },
)

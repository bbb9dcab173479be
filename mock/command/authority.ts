import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate, type Certificate } from '../faces/node/certificate'

/** A certificate whose authority is stored in a file, so that clients can be told to trust it. */
export interface StoredAuthority extends Certificate {
  /** Path of the authority's certificate. */
  file: string
  /** The temporary folder of the file. */
  folder: string
}

/** Makes a certificate and writes its authority, and nothing secret, to a new folder. */
export async function storeAuthority(host: string): Promise<StoredAuthority> {
  const certificate = await createCertificate(host)
  const folder = mkdtempSync(join(tmpdir(), 'event-delivery-mock-'))
  const file = join(folder, 'ca.pem')
  writeFileSync(file, certificate.ca)
  return { ...certificate, file, folder }
}

import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate, type Certificate } from '../faces/node/certificate'
import { holdsCertificate } from './flag-values'
import { UsageError } from './usage-error'

/** A certificate whose authority is stored in a file, so that clients can be told to trust it. */
export interface StoredAuthority extends Certificate {
  /** Path of the authority's certificate. */
  file: string
  /** Removes a temporary file. A file that the user named stays, because others may still read it. */
  forget(): void
}

/**
 * Makes a certificate for `names` and writes its authority, and nothing secret, to the file `out`, or to a temporary one where
 * none is named. Throws a `UsageError` where that file cannot be written, or holds something else than a certificate.
 */
export async function storeAuthority(names: readonly string[], out?: string): Promise<StoredAuthority> {
  const certificate = await createCertificate(names)
  if (out !== undefined) {
    replaceAuthority(out, certificate.ca)
    return { ...certificate, file: out, forget: () => {} }
  }
  const folder = mkdtempSync(join(tmpdir(), 'event-delivery-mock-'))
  const file = join(folder, 'ca.pem')
  writeFileSync(file, certificate.ca)
  return { ...certificate, file, forget: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Replaces the file at once, so that no reader sees half of it. */
function replaceAuthority(file: string, ca: string): void {
  if (holdsOther(file))
    throw new UsageError(`--ca-out: ${file} holds something else than a certificate, and is left as it is.`)
  const fresh = `${file}.${process.pid}.new`
  try {
    writeFileSync(fresh, ca)
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new UsageError(`--ca-out: ${file} cannot be written (${code}).`)
  }
}

function holdsOther(file: string): boolean {
  try {
    const present = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return present !== '' && !holdsCertificate(present)
  } catch {
    return true
  }
}

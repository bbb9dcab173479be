import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cannotWrite, readWithin, textOf } from '../../src/core/commands/files'
import { UsageError } from '../../src/core/commands/usage-error'
import type { Certificate } from '../../src/core/certificate'
import { createCertificate } from '../faces/node/certificate'

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
    throw new UsageError(`--ca-out ${file} holds something else than a certificate, and is left as it is.`)
  const fresh = `${file}.${process.pid}.new`
  try {
    writeFileSync(fresh, ca)
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw cannotWrite('--ca-out', file, error)
  }
}

function holdsOther(file: string): boolean {
  try {
    const known = statSync(file, { throwIfNoEntry: false })
    if (!known) return false
    const present = known.isFile() ? textOf(readWithin(file)) : 'a device or a pipe'
    return present !== '' && !present.includes('-----BEGIN CERTIFICATE-----')
  } catch {
    return true
  }
}

import { X509Certificate } from 'node:crypto'
import { access, constants, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { UsageError } from './usage-error'

/** Throws a `UsageError` before a run where a file could not be written after it. A full disk may have space by then. */
export async function assertWritable(flag: string, path: string): Promise<void> {
  try {
    const known = await stat(path).catch(() => undefined)
    if (known?.isDirectory()) throw new Error('it is a folder')
    if (known) return await access(path, constants.W_OK)
    // Only an attempt shows whether rights, space and file system permit a new file.
    await (await open(path, 'wx')).close()
    await rm(path)
  } catch (error) {
    if (!isFullDisk(error)) throw cannotWrite(flag, path, error)
  }
}

/** Writes a file. Throws a `UsageError` where it cannot be written. */
export async function writeText(flag: string, path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (error) {
    throw cannotWrite(flag, path, error)
  }
}

/** A value as the text of a JSON file. */
export function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** Reads a file. Throws a `UsageError` where it cannot be read. */
export async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag} ${path} cannot be read: ${reasonOf(error)}.`)
  }
}

/** Reads a JSON file. Throws a `UsageError` where it holds no JSON. */
export async function readJson(flag: string, path: string): Promise<unknown> {
  const text = await readText(flag, path)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new UsageError(
      `${flag} ${path} is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

/** Reads certificates in PEM. TLS would take a file without any in silence, and trust nothing more. */
export async function readCertificates(flag: string, path: string): Promise<string> {
  const text = await readText(flag, path)
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    for (const one of found) new X509Certificate(one)
  } catch {
    throw new UsageError(`${flag} ${path} holds a certificate that is damaged.`)
  }
  if (found.length > 0) return text
  throw new UsageError(
    `${flag} ${path} holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`,
  )
}

/** The error of a file that cannot be written. */
export function cannotWrite(flag: string, path: string, error: unknown): UsageError {
  return new UsageError(`${flag} ${path} cannot be written: ${reasonOf(error)}.`)
}

/** Whether the disk fails for a reason that has nothing to do with the path. */
export function isFailingDisk(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return isFullDisk(error) || ['EROFS', 'EIO'].includes(code)
}

function isFullDisk(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return ['ENOSPC', 'EDQUOT'].includes(code)
}

/** Why a file cannot be read or written, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission is denied',
    ENOTDIR: 'a part of its path is no folder',
    EISDIR: 'it is a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the space that its owner may use is full',
    EIO: 'the disk fails',
    EEXIST: 'it is no file',
  }
  return known[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}

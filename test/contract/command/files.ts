import { X509Certificate } from 'node:crypto'
import { access, constants, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { UsageError } from './usage-error'

/** Fails before the run where a file could not be written after it. */
export async function assertWritable(flag: string, path: string): Promise<void> {
  try {
    const known = await stat(path).catch(() => undefined)
    if (known?.isDirectory()) throw new Error('it is a folder')
    if (known) return await access(path, constants.W_OK)
    // Only the attempt tells: rights, full disks and file systems of their own kind.
    await (await open(path, 'wx')).close()
    await rm(path)
  } catch (error) {
    throw cannotWrite(flag, path, error)
  }
}

export async function writeText(flag: string, path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text)
  } catch (error) {
    throw cannotWrite(flag, path, error)
  }
}

export function asJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

export async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag} ${path} cannot be read: ${reason(error)}.`)
  }
}

/** The value in a JSON file. */
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

/** Certificates in PEM. A file without any would be taken in silence, and nothing would trust it. */
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

export function cannotWrite(flag: string, path: string, error: unknown): UsageError {
  return new UsageError(`${flag} ${path} cannot be written: ${reason(error)}.`)
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission is denied',
    ENOTDIR: 'a part of its path is no folder',
    EISDIR: 'it is a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EEXIST: 'it is no file',
  }
  return known[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}

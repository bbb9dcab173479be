import { access, constants, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { validateDialect } from '../../../generated/dialect-validator'
import type { Dialect } from '../../../generated/dialect'

/** A file cannot be used as it is meant to be. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/** Fails before the run where a report could not be written after it. */
export async function assertWritable(flag: string, path: string): Promise<void> {
  try {
    const known = await stat(path).catch(() => undefined)
    if (known?.isDirectory()) throw new Error('it is a folder')
    await access(known ? path : dirname(resolve(path)), constants.W_OK)
  } catch (error) {
    throw new FileError(`${flag} ${path} cannot be written: ${reason(error)}.`)
  }
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`)
}

export async function readText(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new FileError(`${flag} ${path} cannot be read: ${reason(error)}.`)
  }
}

export async function readDialect(flag: string, path: string): Promise<Dialect> {
  return parseDialect(flag, path, await readText(flag, path))
}

/** The dialect in a file's text. Throws a `FileError` that names what is wrong. */
export function parseDialect(flag: string, path: string, text: string): Dialect {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new FileError(`${flag} ${path} is no JSON.`)
  }
  if (validateDialect(value)) return value
  const [error] = validateDialect.errors ?? []
  const extra = error?.params.additionalProperty
  const what =
    typeof extra === 'string' ? `has an unknown field ${extra}` : (error?.message ?? 'does not fit')
  throw new FileError(`${flag} ${path} is no dialect: ${error?.instancePath || 'it'} ${what}.`)
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EACCES: 'permission is denied',
    ENOTDIR: 'a part of its path is no folder',
    EROFS: 'the file system is read-only',
  }
  return known[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message
}

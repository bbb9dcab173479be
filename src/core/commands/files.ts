import { X509Certificate } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { JsonFault, parseJsonText, placeOf } from '../json-text'
import { excerpt } from '../visible'
import { withoutListeners } from './interruption'
import { UsageError } from './usage-error'

// Each function throws a `UsageError`, which names the path and `givenTo`, the flag or the command that the path was given to.

const reasons: Readonly<Record<string, string>> = {
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

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** Why a file cannot be read or written, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

/** The most bytes of a file that are read. No key, dialect or payload is nearly as large, and a device such as /dev/zero has no end. */
export const mostOfFile = 64 * 2 ** 20

/** Why a file of more bytes is not read. */
export const tooLarge = (most = mostOfFile): Error => new Error(`it holds more than ${most / 2 ** 20} MiB`)

/** The bytes of a file of at most `most` bytes. Throws where it is larger or cannot be read. */
export function readWithin(path: string, most = mostOfFile): Uint8Array {
  return statSync(path).isFile() ? readNow(path, most) : withoutListeners(() => readNow(path, most))
}

function readNow(path: string, most: number): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const chunks: Uint8Array[] = []
    for (let left = most; left >= 0;) {
      const chunk = Buffer.allocUnsafe(2 ** 16)
      const count = readSync(file, chunk)
      if (count === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, count))
      left -= count
    }
  } finally {
    closeSync(file)
  }
  throw tooLarge(most)
}

/** The error of a file that cannot be read. */
export const cannotRead = (givenTo: string, path: string, error: unknown): UsageError =>
  new UsageError(`${givenTo} ${path} cannot be read: ${reasonOf(error)}.`)

/** The text of bytes without a byte order mark. */
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')

/** The text of a file without a byte order mark. */
export function readText(givenTo: string, path: string, most?: number): string {
  try {
    return textOf(readWithin(path, most))
  } catch (error) {
    throw cannotRead(givenTo, path, error)
  }
}

/** The value of a JSON file. */
export const readJson = (givenTo: string, path: string): unknown =>
  jsonOf(`${givenTo} ${path}`, readText(givenTo, path))

/** The value of JSON text. Where the text is wrong, the error names `source`, with the line and the column. */
export function jsonOf(source: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(source, text)
  }
}

/** The error for a text that is no JSON. The messages of `JSON.parse` differ between versions of Node, and some name no line. */
function notJson(source: string, text: string): UsageError {
  try {
    parseJsonText(text)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    if (error.wanted === 'fewer levels') return new UsageError(`${source} is nested too deeply to be read.`)
    const rest = text.slice(error.at)
    const seen = rest === '' ? 'it ends too early' : `${excerpt(rest, 20)} cannot stand there`
    return new UsageError(
      `${source} is no JSON: at ${placeOf(text, error.at)} ${seen}. Strings and names need double quotes, as in '{"order":1042}'.`,
    )
  }
  return new UsageError(`${source} is no JSON.`)
}

/** The certificates of a PEM file. Refuses a file without any: TLS would accept the file silently, and trust no further authority. */
export function readCertificates(givenTo: string, path: string): string {
  const text = readText(givenTo, path)
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    for (const one of found) new X509Certificate(one)
  } catch {
    throw new UsageError(`${givenTo} ${path} holds a certificate that is damaged.`)
  }
  if (found.length > 0) return text
  throw new UsageError(
    `${givenTo} ${path} holds no certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.`,
  )
}

/** Throws where a file cannot be written. A full disk is no reason to throw: the file is written later, when there may be space. */
export function assertWritable(givenTo: string, path: string): void {
  try {
    const known = statSync(path, { throwIfNoEntry: false })
    if (known?.isDirectory()) throw new Error('it is a folder')
    if (known) return accessSync(path, constants.W_OK)
    // Only an attempt shows whether rights, space and file system permit a new file.
    closeSync(openSync(path, 'wx'))
    rmSync(path)
  } catch (error) {
    if (!isFullDisk(error)) throw cannotWrite(givenTo, path, error)
  }
}

/** Writes a file. */
export function writeText(givenTo: string, path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw cannotWrite(givenTo, path, error)
  }
}

/** A value as the text of a JSON file. */
export const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

/** The error of a file that cannot be written. */
export const cannotWrite = (givenTo: string, path: string, error: unknown): UsageError =>
  new UsageError(`${givenTo} ${path} cannot be written: ${reasonOf(error)}.`)

/** The error of a standard output that cannot be written, as where it leads to a full disk. */
export const cannotPrint = (error: unknown): Error =>
  new Error(`The standard output cannot be written: ${reasonOf(error)}.`)

/** Whether the disk fails for a reason that has nothing to do with the path. */
export const isFailingDisk = (error: unknown): boolean =>
  isFullDisk(error) || ['EROFS', 'EIO'].includes(codeOf(error))

/** Whether there is no room left. */
export const isFullDisk = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))

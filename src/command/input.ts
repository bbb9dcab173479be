import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readBytes, textOf as decoded } from '../core/commands/files'

/** The bytes of a file, or of the standard input for `-`. Throws a `UsageError` that names the file by its `place`. */
export async function bytesOf(place: string, file: string, input: Readable): Promise<Uint8Array> {
  return file === '-' ? buffer(input) : readBytes(place, file)
}

/** The text of a file, or of the standard input for `-`, without a byte order mark. Throws a `UsageError`. */
export async function textOf(place: string, file: string, input: Readable): Promise<string> {
  return decoded(await bytesOf(place, file, input))
}

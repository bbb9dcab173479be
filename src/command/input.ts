import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { jsonOf, reasonOf } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { JsonFault, type JsonNode, parseJsonText, placeOf } from '../core/json-text'
import { shortened } from '../core/visible'

// No key, dialect or payload is nearly as large. A device such as /dev/zero has no end.
const mostOfFile = 64 * 1_048_576

/** The bytes of a file, or of the standard input for `-`. Throws a `UsageError` that names the file and `givenTo`, its flag or command. */
export async function bytesOf(givenTo: string, file: string, input: Readable): Promise<Uint8Array> {
  const source: AsyncIterable<Uint8Array> = file === '-' ? input : createReadStream(file)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (size > mostOfFile)
        throw new UsageError(`${givenTo} ${file} holds more than 64 MiB. Name another file.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (file === '-' || error instanceof UsageError) throw error
    throw new UsageError(`${givenTo} ${file} cannot be read: ${reasonOf(error)}.`)
  }
  return Buffer.concat(chunks)
}

/** The text of a file, or of the standard input for `-`, without a byte order mark. Throws a `UsageError`. */
export async function textOf(givenTo: string, file: string, input: Readable): Promise<string> {
  const bytes = await bytesOf(givenTo, file, input)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(
      `${givenTo} ${file} is not in UTF-8. Save it in that encoding: characters would be lost.`,
    )
  }
}

/** The payload that `--data` writes, names as a file, or leaves to the standard input. Throws a `UsageError`. */
export async function payloadOf(written: string, input: Readable): Promise<object> {
  const isFile = written === '-' || written.startsWith('@')
  const text = isFile ? await textOf('--data', written.replace(/^@/, ''), input) : written
  const source = isFile && written !== '-' ? `--data ${written}` : '--data'
  const payload = jsonOf(source, text)
  try {
    refuseLossyNumbers(parseJsonText(text), text, source)
  } catch (error) {
    throw error instanceof JsonFault ? new UsageError(`${source} is nested too deeply to be read.`) : error
  }
  return payload as object
}

/** Refuses whole numbers that JavaScript cannot hold: they would be sent as others. */
function refuseLossyNumbers(node: JsonNode, text: string, source: string): void {
  if (node.kind === 'array') for (const item of node.items) refuseLossyNumbers(item, text, source)
  if (node.kind === 'object') for (const [, item] of node.members) refuseLossyNumbers(item, text, source)
  if (node.kind !== 'literal' || !/^-?\d+$/.test(node.text) || Number.isSafeInteger(Number(node.text))) return
  if (BigInt(Number(node.text)) === BigInt(node.text)) return
  throw new UsageError(
    `${source} holds the number ${shortened(node.text, 30)} at ${placeOf(text, node.at)}, which would be sent as another one. Write it as a string.`,
  )
}

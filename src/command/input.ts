import { constants, createReadStream, openSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { cannotRead, jsonOf, mostOfFile, tooLarge } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { JsonFault, type JsonNode, parseJsonText, placeOf } from '../core/json-text'
import { shortened } from '../core/visible'
import type { Surroundings } from './program'

type Sources = Pick<Surroundings, 'input' | 'signal'>

/** The bytes of a file, or of the standard input for `-`. Throws a `UsageError` that names the file and `givenTo`, its flag or command. */
export async function bytesOf(givenTo: string, file: string, sources: Sources): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of sourceOf(file, sources)) {
      size += chunk.length
      if (size > mostOfFile) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw file === '-' ? error : cannotRead(givenTo, file, error)
  }
  return Buffer.concat(chunks)
}

function sourceOf(file: string, { input, signal }: Sources): AsyncIterable<Uint8Array> {
  if (file === '-') return input
  if (!statSync(file).isFIFO()) return createReadStream(file)
  // The file system waits for a pipe that nobody writes, and no process ends meanwhile. A socket waits without it.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  return new Socket({ fd, writable: false, signal })
}

/** The text of a file, or of the standard input for `-`, without a byte order mark. Throws a `UsageError`. */
export async function textOf(givenTo: string, file: string, sources: Sources): Promise<string> {
  const bytes = await bytesOf(givenTo, file, sources)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(
      `${givenTo} ${file} is not in UTF-8. Save it in that encoding: characters would be lost.`,
    )
  }
}

/** The payload that `--data` writes, names as a file, or leaves to the standard input. Throws a `UsageError`. */
export async function payloadOf(written: string, sources: Sources): Promise<object> {
  const isFile = written === '-' || written.startsWith('@')
  const text = isFile ? await textOf('--data', written.replace(/^@/, ''), sources) : written
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

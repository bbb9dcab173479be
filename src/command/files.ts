import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { didYouMean } from '../errors/nearest'
import { JsonFault, type JsonNode, parseJsonText, placeOf } from './json-text'
import { UsageError } from './usage-error'
import { shortened, visible } from '../core/visible'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
}

/** The bytes of a file, or of the standard input for `-`. Throws a `UsageError`. */
export async function bytesOf(file: string, input: Readable): Promise<Uint8Array> {
  if (file === '-') return buffer(input)
  try {
    return readFileSync(file)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new UsageError(
      `${visible(file)} cannot be read: ${reasons[code] ?? code}. Name a file, or - for the standard input.`,
    )
  }
}

/** The text of a file without a byte order mark. Throws a `UsageError`. */
export async function textOf(file: string, input: Readable): Promise<string> {
  return Buffer.from(await bytesOf(file, input))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

/** The value of JSON text. Throws a `UsageError` that names the place where the text is wrong. */
export function jsonOf(text: string, source: string): unknown {
  try {
    const node = parseJsonText(text)
    checkNumbers(node, text, source)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`${source} is nested too deeply to be read.`)
    if (!(error instanceof JsonFault)) throw error
    const rest = text.slice(error.at)
    const seen = rest === '' ? 'it ends too early' : `${visible(shortened(rest, 20))} cannot stand there`
    throw new UsageError(
      `${source} is no JSON: at ${placeOf(text, error.at)} ${seen}. Strings and names need double quotes, as in '{"order":1042}'.`,
    )
  }
}

/** Refuses whole numbers that JavaScript cannot hold: they would be sent as others. */
function checkNumbers(node: JsonNode, text: string, source: string): void {
  if (node.kind === 'array') for (const item of node.items) checkNumbers(item, text, source)
  if (node.kind === 'object') for (const [, item] of node.members) checkNumbers(item, text, source)
  if (node.kind !== 'literal' || !/^-?\d+$/.test(node.text) || Number.isSafeInteger(Number(node.text))) return
  if (BigInt(Number(node.text)) === BigInt(node.text)) return
  throw new UsageError(
    `${source} holds the number ${shortened(node.text, 30)} at ${placeOf(text, node.at)}, which would be sent as another one. Write it as a string.`,
  )
}

/** The object of a JSON file whose fields are known. Throws a `UsageError` that names an unknown field. */
export async function recordOf(file: string, input: Readable, fields: readonly string[]): Promise<object> {
  const value = jsonOf(await textOf(file, input), visible(file))
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${visible(file)} must hold one JSON object.`)
  const unknown = Object.keys(value).find((name) => !fields.includes(name))
  if (unknown !== undefined)
    throw new UsageError(
      `${visible(file)} has a field ${visible(unknown)} that is not known.${didYouMean(unknown, fields)}`,
    )
  return value
}

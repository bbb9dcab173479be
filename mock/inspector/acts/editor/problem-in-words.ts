import type { JsonError } from '../../../http/json/json-node'

/** The place and the reason of an error in JSON: `Line 3, column 12: A comma or } is missing before “"”.` */
export function placeInWords({ line, column, message }: JsonError): string {
  return `Line ${line}, column ${column}: ${message}`
}

/** The text around an error: what stands before it on its line, the letter at it, and what follows. */
export interface Excerpt {
  before: string
  at: string
  after: string
}

const around = 32

/** The part of a line around an error. A letter is one even where JavaScript counts two. */
export function excerptOf(text: string, { offset }: Pick<JsonError, 'offset'>): Excerpt {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = text.indexOf('\n', offset)
  const before = [...text.slice(Math.max(lineStart, offset - 2 * around), offset)].slice(-around).join('')
  const rest = [...text.slice(offset, Math.min(lineEnd < 0 ? text.length : lineEnd, offset + 2 * around))]
  return { before, at: rest[0] ?? '', after: rest.slice(1, around).join('') }
}

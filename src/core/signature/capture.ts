import { utf8 } from '../encoding'
import { type Bytes, latin1Text, textOf, wideText } from './bytes'

/** A delivery as somebody wrote it down: its headers, if there were any, and the bytes of its body. */
export interface Capture {
  headers: readonly HeaderLine[]
  body: Bytes
}

/** A header: its name in lower case, and its value. */
export type HeaderLine = readonly [name: string, value: string]

const requestLine = /^[A-Z]+ \S+ HTTP\/\d/
const headerLine = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*?)[ \t]*$/

/**
 * Reads what stands in a file: a request with its headers (as a proxy or `curl -v` writes it), headers with a body below them, or the body
 * alone. The body keeps its bytes.
 */
export function readCapture(all: Bytes): Capture {
  // A shell of Windows writes UTF-16. A request in it is told by its first line, a body alone is left as it is.
  const isWide = all[0] === 0xff && all[1] === 0xfe
  const file = isWide ? utf8(wideText(all)) : all
  const end = /\r?\n(?:> ?)?\r?\n/.exec(latin1Text(file))
  const head = textOf(file.subarray(0, end?.index ?? 0)).replace(/^\uFEFF?\s*/, '')
  const sent = withoutNotes(head)
  const [first = '', ...rest] = sent
  const lines = requestLine.test(first) ? rest : sent
  const headers = lines.flatMap(headerOf)
  const isHead = end !== null && headers.length > 0 && headers.length === lines.length
  if (!end || !isHead) return { headers: [], body: all }
  const body = file.subarray(end.index + end[0].length)
  return { headers, body: head.startsWith('>') || head.startsWith('*') ? withoutAnswer(body) : body }
}

/** The lines of a head that were sent, without the marks and the notes of `curl -v`. */
function withoutNotes(head: string): string[] {
  const lines = head.split(/\r?\n/)
  if (!/^[*>]/.test(head)) return lines
  return lines.filter((line) => line.startsWith('>')).map((line) => line.slice(1).trim())
}

/** The body before the notes and the answer that `curl -v` writes below it. */
function withoutAnswer(body: Bytes): Bytes {
  const answer = /(?:^|\r?\n)(?:[<*] |[{}] \[)/.exec(latin1Text(body))
  return answer ? body.subarray(0, answer.index) : body
}

function headerOf(line: string): HeaderLine[] {
  const [, name, value] = headerLine.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value]]
}

/** The headers of a text: one a line, or a JSON object. `undefined` where a line is no header. */
export function readHeaders(text: string): HeaderLine[] | undefined {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return headersOfJson(trimmed)
  const lines = withoutNotes(trimmed).filter((line) => line !== '' && !requestLine.test(line))
  const headers = lines.flatMap(headerOf)
  return headers.length === lines.length ? headers : undefined
}

function headersOfJson(text: string): HeaderLine[] | undefined {
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return entries.flatMap(([name, value]): HeaderLine[] => {
      const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
      return values.map((one) => [name.toLowerCase(), one])
    })
  } catch {
    return undefined
  }
}

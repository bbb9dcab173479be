import { quoted } from '../../src/core/shell'
import { strictUtf8 } from '../http/strict-utf8'
import type { Piece, Secret } from './redaction'

const names: Record<Secret['kind'], string> = {
  // The SDK reads these two as well.
  key: 'EVENT_DELIVERY_API_KEY',
  'webhook-secret': 'EVENT_DELIVERY_WEBHOOK_SECRET',
  credentials: 'EVENT_DELIVERY_CREDENTIALS',
}

/** Writes the words of one command line for a POSIX shell. Secrets stand in it as variables, each with one name. */
export interface ShellWriter {
  /** A word, or a part of one, of a text whose letters stand for one byte each, as those of headers do. */
  bytesWord(pieces: readonly Piece[]): string
  /** Commands that print these bytes. */
  printing(pieces: readonly Piece[]): string
}

/** Makes a writer for one command line. */
export function createShellWriter(): ShellWriter {
  const variables = new Map<string, string>()
  const counts = { key: 0, 'webhook-secret': 0, credentials: 0 }

  function variableOf({ kind, value }: Secret): string {
    const known = variables.get(value)
    if (known !== undefined) return known
    const count = ++counts[kind]
    const name = count === 1 ? names[kind] : `${names[kind]}_${count}`
    variables.set(value, name)
    return name
  }

  return {
    bytesWord: (pieces) =>
      joined(pieces)
        .map((piece) => (typeof piece === 'string' ? quotedBytes(piece) : `"$${variableOf(piece)}"`))
        .join(''),
    printing: (pieces) =>
      joined(pieces)
        .map((piece) =>
          typeof piece === 'string' ? `printf '${escaped(piece)}'` : `printf %s "$${variableOf(piece)}"`,
        )
        .join('; '),
  }
}

/** The same pieces, without empty texts and with neighbouring texts as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const fewer: Piece[] = []
  for (const piece of pieces) {
    const last = fewer.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') fewer[fewer.length - 1] = last + piece
    else if (piece !== '') fewer.push(piece)
  }
  return fewer
}

/** A text of bytes. UTF-8 is written as the letters that it stands for; other bytes are printed by the shell. */
function quotedBytes(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return quoted(text)
  try {
    return quoted(strictUtf8.decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  } catch {
    return `"$(printf '${escaped(text)}')"`
  }
}

/** Bytes as the format of `printf` (POSIX). */
function escaped(bytes: string): string {
  return bytes.replace(/[^ -~]|[%'\\]/g, (byte) =>
    byte === '%' ? '%%' : `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
}

import type { Paint } from '../core/commands/paint'
import { visible } from '../core/visible'

/** Prints what a command found out: for people, or with `--json` for programs. */
export interface Output {
  /** Whether `--json` was given. */
  readonly json: boolean
  /** Colours of the standard output. */
  readonly paint: Paint
  /** Prints a result to the standard output: the lines, or the record as one line of JSON. */
  result(record: object, ...lines: string[]): void
  /** Prints something that is no result to the standard error: the line, or the record. */
  note(record: object, line: string): void
  /** Shows on a terminal how far the work is, in place of what was shown before. An empty text clears it. */
  progress(text: string): void
}

/** A stream that an output writes to. */
export interface Sink {
  write(text: string): unknown
  isTTY?: boolean
}

/** Options of `createOutput`. */
export interface OutputOptions {
  json: boolean
  paint: Paint
  out: Sink
  err: Sink
}

const clearLine = '\r\u001b[K'

/** Makes an output. The lines it is given may hold colours: the text of others must be made `visible` before. */
export function createOutput({ json, paint, out, err }: OutputOptions): Output {
  let shown = false
  const clear = () => {
    if (shown) err.write(clearLine)
    shown = false
  }
  const record = (value: object) => `${visible(JSON.stringify(value))}\n`
  return {
    json,
    paint,
    result(value, ...lines) {
      clear()
      if (json) out.write(record(value))
      else for (const line of lines) out.write(`${line}\n`)
    },
    note(value, line) {
      clear()
      err.write(json ? record(value) : `${line}\n`)
    },
    progress(text) {
      if (json || !err.isTTY) return
      clear()
      if (text === '') return
      err.write(text)
      shown = true
    },
  }
}

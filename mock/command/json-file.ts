import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error'

/** The text of a file, without a byte order mark. Throws a `UsageError`. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`)
  }
}

/** The JSON of a file. Throws a `UsageError` that names the line of the first fault. */
export function jsonOf(file: string): unknown {
  const text = textOf(file)
  try {
    return JSON.parse(text)
  } catch {
    const before = text.slice(0, firstFault(text)).split('\n')
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
    throw new UsageError(`${file} holds no JSON: ${place} cannot be read.`)
  }
}

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'more'

const token =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w))|([{}[\],:]))/y

/** The position at which a text stops being JSON. The messages of `JSON.parse` differ between engines, and some name no position. */
export function firstFault(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let end = 0
  const afterSpace = () => end + (/^[ \t\n\r]*/.exec(text.slice(end))?.[0].length ?? 0)
  for (;;) {
    token.lastIndex = end
    const [, string, literal, mark] = token.exec(text) ?? []
    const next = following(expected, { string, literal, mark }, open)
    if (next === undefined) return afterSpace()
    expected = next
    end = token.lastIndex
  }
}

/** The tokens that may come next, `undefined` when this token may not stand here. */
function following(
  expected: Expected,
  { string, literal, mark }: { string?: string; literal?: string; mark?: string },
  open: string[],
): Expected | undefined {
  const isValue = expected === 'value' || expected === 'first value'
  if (isValue && (string ?? literal) !== undefined) return 'more'
  if (isValue && (mark === '{' || mark === '[')) {
    open.push(mark === '{' ? '}' : ']')
    return mark === '{' ? 'first name' : 'first value'
  }
  if ((expected === 'name' || expected === 'first name') && string !== undefined) return 'colon'
  if (expected === 'colon' && mark === ':') return 'value'
  if (expected === 'more' && mark === ',' && open.length > 0) return open.at(-1) === '}' ? 'name' : 'value'
  const mayClose = expected === 'more' || expected === (mark === '}' ? 'first name' : 'first value')
  if (!mayClose || mark === undefined || open.at(-1) !== mark) return undefined
  open.pop()
  return 'more'
}

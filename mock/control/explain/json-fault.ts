/** The place at which a text stops being JSON. */
export interface JsonFault {
  /** In letters, from 0. */
  offset: number
  /** From 1. */
  line: number
  column: number
  hint: string
}

/** A token of JSON (RFC 8259), or white space. Control characters end a text that is not escaped. */
const token =
  // eslint-disable-next-line no-control-regex
  /[ \t\n\r]+|[{}[\]:,]|"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or }' | ', or ]' | 'end'

/** The first place at which a text is no JSON; `undefined` for a text that is. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = []
  let wanted: Wanted = 'value'
  let at = 0
  let lastComma = -1
  const afterValue = (): Wanted => (open.length === 0 ? 'end' : open.at(-1) === '{' ? ', or }' : ', or ]')
  while (at < text.length) {
    token.lastIndex = at
    const [found = ''] = token.exec(text) ?? []
    // A word or a number that goes on is no token, such as 01 or nullify.
    const goesOn = /[\w.]$/.test(found) && /[\w.]/.test(text[at + found.length] ?? '')
    if (found === '' || goesOn) return faultAt(text, at, hintAt(text, at, wanted))
    if (found.trim() === '') {
      at += found.length
      continue
    }
    const next = follow(found, wanted)
    if (next === undefined) {
      const isTrailing =
        lastComma >= 0 && /^[}\]]$/.test(found) && text.slice(lastComma + 1, at).trim() === ''
      if (isTrailing) return faultAt(text, lastComma, `This comma is one too many: ${found} follows it.`)
      return faultAt(text, at, hintAt(text, at, wanted))
    }
    wanted = next
    if (found === ',') lastComma = at
    at += found.length
  }
  if (wanted === 'end') return undefined
  const missing = open.at(-1) === '{' ? '}' : open.at(-1) === '[' ? ']' : undefined
  const hint = missing ? `The text ends before ${missing} closes it.` : 'The text holds no value.'
  return faultAt(text, text.length, hint)

  /** The token that may follow this one; `undefined` where this one is not wanted here. */
  function follow(found: string, now: Wanted): Wanted | undefined {
    const isString = found.startsWith('"')
    if (now === 'name' || now === 'name or }') {
      if (isString) return ':'
      return found === '}' && now === 'name or }' ? close() : undefined
    }
    if (now === ':') return found === ':' ? 'value' : undefined
    if (now === ', or }') return found === ',' ? 'name' : found === '}' ? close() : undefined
    if (now === ', or ]') return found === ',' ? 'value' : found === ']' ? close() : undefined
    if (now === 'end') return undefined
    if (found === '{' || found === '[') {
      open.push(found)
      return found === '{' ? 'name or }' : 'value or ]'
    }
    if (found === ']') return now === 'value or ]' ? close() : undefined
    return isString || !/^[}:,]$/.test(found) ? afterValue() : undefined
  }

  function close(): Wanted {
    open.pop()
    return afterValue()
  }
}

const wishes: Record<Wanted, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  name: 'a name in double quotation marks',
  'name or }': 'a name in double quotation marks, or }',
  ':': 'a colon',
  ', or }': 'a comma or }',
  ', or ]': 'a comma or ]',
  end: 'the end of the text',
}

function hintAt(text: string, at: number, wanted: Wanted): string {
  const rest = text.slice(at, at + 200)
  const [word = rest[0] ?? ''] = /^[\w$.+-]+/.exec(rest) ?? []
  if (rest.startsWith("'")) return 'JSON has double quotation marks alone.'
  if (/^\/[/*]/.test(rest)) return 'JSON has no comments.'
  if (rest.startsWith('\ufeff')) return 'A byte order mark stands before the JSON.'
  if (rest.startsWith('"')) return hintOfText(text, at, wanted)
  if (/^(True|False|None|undefined|NaN|-?Infinity)\b/.test(rest)) return `JSON has no ${word}.`
  if (/^name/.test(wanted) && /^[\w$]/.test(rest)) return `The name ${word} needs double quotation marks.`
  return `Here stands ${word}, and ${wishes[wanted]} was to come.`
}

/** A text that is not closed, or that stands where none was to come. */
function hintOfText(text: string, at: number, wanted: Wanted): string {
  // eslint-disable-next-line no-control-regex
  const [inner = ''] = /^(?:[^"\\\0-\x1f]|\\.)*/s.exec(text.slice(at + 1)) ?? []
  const end = text[at + 1 + inner.length]
  if (end === undefined) return 'This text is not closed by a quotation mark.'
  if (end !== '"')
    return 'A text holds a line break or a control character, which has to be written as \\n or \\u0000.'
  if (/\\(?!["\\/bfnrt]|u[\da-fA-F]{4})/.test(inner))
    return 'A backslash in this text begins no escape of JSON.'
  return `Here stands a text, and ${wishes[wanted]} was to come.`
}

function faultAt(text: string, offset: number, hint: string): JsonFault {
  const before = text.slice(0, offset).split('\n')
  return { offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, hint }
}

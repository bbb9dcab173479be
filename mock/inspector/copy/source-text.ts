/** An expression of a program that stands in a value, in place of a literal. */
export class Expression {
  constructor(readonly text: string) {}
}

const longestLine = 100

/**
 * A value as an expression of TypeScript, laid out as Prettier does. Running the expression makes an equal value: members named
 * `__proto__` are members, and letters that are invisible or turn the direction of the text are written as escapes.
 *
 * @example
 * sourceOf({ type: 'order.paid', data: {} }) // { type: 'order.paid', data: {} }
 */
export function sourceOf(value: unknown, indent = ''): string {
  if (value instanceof Expression) return value.text
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => sourceOf(item, inner))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => `${memberName(name)}: ${sourceOf(member, inner)}`)
  if (parts.length === 0) return open + close
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (indent.length + line.length <= longestLine && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

/** Whether a value is an object none of whose members says anything. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((one) => one === undefined)
}

/** Headers as an object whose values are expressions, or nothing where there are none. */
export function headersObject(
  headers: readonly (readonly [name: string, value: readonly (string | Expression)[]])[],
): Record<string, Expression> | undefined {
  if (headers.length === 0) return undefined
  return Object.fromEntries(headers.map(([name, value]) => [name, new Expression(template(value))]))
}

/** A text as a literal in single quotes. */
export function quoted(text: string): string {
  const hasOnlySingle = text.includes("'") && !text.includes('"')
  const quote = hasOnlySingle ? '"' : "'"
  return quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote
}

/** A text with expressions in it as a template literal, or as a literal where there are none. */
export function template(pieces: readonly (string | Expression)[]): string {
  if (pieces.every((piece) => typeof piece === 'string')) return quoted(pieces.join(''))
  const parts = pieces.map((piece) =>
    typeof piece === 'string' ? escaped(piece).replace(/`|\$(?=\{)/g, '\\$&') : `\${${piece.text}}`,
  )
  return `\`${parts.join('')}\``
}

function memberName(name: string): string {
  if (name === '__proto__') return "['__proto__']"
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }

/** Writes as escapes what an editor would not show, or would show in another order: controls, marks of direction, lone surrogates. */
function escaped(text: string): string {
  return text.replace(/[\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return (
      short[letter] ??
      (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
    )
  })
}

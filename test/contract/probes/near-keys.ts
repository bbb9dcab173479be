/** Keys that differ from a valid one by one character. */
export function nearKeys(value: string): string[] {
  return [value.slice(0, -1), `${value}0`, `${value}.`, withOtherEnd(value, 1)]
}

/** How many characters at the beginning of a key stay, for services that compare no more than these. */
const keyBeginning = 10

/** Keys that differ from a valid one in ways which databases, patterns and parsers overlook. */
export function confusedKeys(value: string): string[] {
  const prefix = prefixOf(value)
  const own = value.slice(prefix.length)
  return [
    withOtherCase(value),
    prefix.toUpperCase() + own,
    prefix + own.replace(/[aeiou]/i, (letter) => `${letter}\u0301`.normalize('NFC')),
    value.replace(/_/, 'x'),
    `${value.slice(0, -2)}%`,
    own,
    `"${value}"`,
    `${value},more`,
    `x${value}`,
    withOtherEnd(value, value.length - keyBeginning),
  ]
}

/** The key with the prefix of the other mode. */
export function withOtherPrefix(value: string): string {
  return value.replace(/^sk_(live|test)_/, (prefix) => (prefix === 'sk_live_' ? 'sk_test_' : 'sk_live_'))
}

/** The key with so many of its last characters replaced. */
function withOtherEnd(value: string, length: number): string {
  const start = value.slice(0, -length)
  return start + [...value.slice(start.length)].map((one) => (one === '7' ? '8' : '7')).join('')
}

function prefixOf(value: string): string {
  return /^sk_(live|test)_/.exec(value)?.[0] ?? ''
}

/** The key with the letters after its prefix in the other case. */
export function withOtherCase(value: string): string {
  const prefix = prefixOf(value)
  const own = value.slice(prefix.length)
  return prefix + (own === own.toLowerCase() ? own.toUpperCase() : own.toLowerCase())
}

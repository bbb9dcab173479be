/** A text as one word for a POSIX shell, in quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The same without quotes where it needs none. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
}

/**
 * The same for a text with variables of keys, which the shell fills in between double quotes only. Others may have written the rest, so that
 * no other variable and no command in it is replaced.
 */
export function quotedAround(text: string): string {
  return /\$EVENT_DELIVERY_\w+/.test(text)
    ? `"${text.replace(/["`\\]|\$(?!EVENT_DELIVERY_\w)/g, '\\$&')}"`
    : quoted(text)
}

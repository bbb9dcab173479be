/** A text as one word for a POSIX shell, in quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A text as one word for a POSIX shell, in quotes only where it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text)
}

/**
 * A text as one word for a POSIX shell, which replaces the variables of keys (`$EVENT_DELIVERY_...`) in it and nothing else. Others may
 * have written the rest of the text, so its other variables and commands are escaped.
 */
export function quotedAround(text: string): string {
  return /\$EVENT_DELIVERY_\w+/.test(text)
    ? `"${text.replace(/["`\\]|\$(?!EVENT_DELIVERY_\w)/g, '\\$&')}"`
    : quoted(text)
}

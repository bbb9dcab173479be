/** Quotes a text for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Quotes a text for a POSIX shell where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quote(text)
}

/**
 * Quotes a text for a POSIX shell that fills in the variables of keys, which it does between double quotes only. A deployment may
 * have written the rest, so that no other variable and no command in it is replaced.
 */
export function quoteAround(text: string): string {
  return /\$EVENT_DELIVERY_\w+/.test(text)
    ? `"${text.replace(/["`\\]|\$(?!EVENT_DELIVERY_\w)/g, '\\$&')}"`
    : quote(text)
}

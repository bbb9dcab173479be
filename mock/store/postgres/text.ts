// A text that begins with a quote, or holds U+0000 or half a surrogate pair, is stored as JSON.
// eslint-disable-next-line no-control-regex -- Texts of PostgreSQL hold every character but this one.
const unstorable = /^"|\u0000|\p{Surrogate}/u

/**
 * Writes any string so that a `text` column can hold it. PostgreSQL refuses U+0000 and half a surrogate pair, which JSON
 * strings may hold: such a string is written as a JSON string, quotes and all. Each other string is written as it is, unless
 * it begins with a quote itself, so that no two strings are written alike.
 */
export function writeText(text: string): string {
  return unstorable.test(text) ? JSON.stringify(text) : text
}

/** Reads what {@link writeText} wrote. */
export function readText(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text
}

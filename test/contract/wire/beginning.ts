/**
 * The most characters of a text that are searched for secrets: far more than a report shows, even where redaction
 * shortens it.
 */
export const searched = 20_000

/**
 * Copies the first characters of a text. A slice would keep the whole text in memory for as long as the report lives, and
 * an answer may have many megabytes.
 */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')
}

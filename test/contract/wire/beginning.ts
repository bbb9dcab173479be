/** Of a long text no more is searched for secrets than what is shown of it can come from, however short those get. */
export const searched = 100_000

/**
 * The first characters of a text as a string of their own. A slice would keep the whole text in memory for as long as the
 * report lives, which answers of many megabytes make felt.
 */
export function beginning(text: string, most: number): string {
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')
}

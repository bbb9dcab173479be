/**
 * The URL that a text writes, `undefined` for any other text. Node 20 and 22 have a `URL.canParse` that begins to refuse letters
 * beyond ASCII once it has been called some thousand times, so only the parser itself is asked.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Whether a URL came back as it was sent, or as the URL standard writes it. */
export function isSameUrl(received: unknown, sent: string): boolean {
  return (
    received === sent || (typeof received === 'string' && parseUrl(received)?.href === new URL(sent).href)
  )
}

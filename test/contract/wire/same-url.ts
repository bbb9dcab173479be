import { parseUrl } from '../../../src/core/url'

/** Whether a URL came back as it was sent, or as the URL standard writes it. */
export function isSameUrl(received: unknown, sent: string): boolean {
  return (
    received === sent || (typeof received === 'string' && parseUrl(received)?.href === new URL(sent).href)
  )
}

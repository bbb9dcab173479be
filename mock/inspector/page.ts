import type { Answer } from '../http/answer'
import { html, later, laterHash, scriptHash } from './html'

// The page may load nothing but the part of it that its own script asks for, and talks to the mock alone. Both scripts are known by
// their hashes, and the style is set by the script.
const contentSecurityPolicy = `default-src 'none'; script-src '${scriptHash}' '${laterHash}'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The inspector, or the part of it that it loads later. Neither holds data: the page asks the control routes, which judge each request. */
export function pageAnswer(isLater: boolean): Answer {
  const headers = {
    'content-type': `text/${isLater ? 'javascript' : 'html'}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(!isLater && { 'content-security-policy': contentSecurityPolicy }),
  }
  return { status: 200, headers, body: isLater ? later : html }
}

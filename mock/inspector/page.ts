import type { Answer } from '../http/answer'
import { html, scriptHash } from './html'

// The page is one file without any reference, so it may load nothing, and talks to the mock alone. Its one script is known by
// its hash, and its style is set by that script.
const contentSecurityPolicy = `default-src 'none'; script-src '${scriptHash}'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The inspector. It holds no data: it asks the control routes, which judge each request. */
export function pageAnswer(): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': contentSecurityPolicy,
  }
  return { status: 200, headers, body: html }
}

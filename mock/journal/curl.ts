import { isLoopbackHost } from '../control/guard'

/** What a command line is made of. Keys in it are redacted. */
export interface CurlRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** A request as a command line for a POSIX shell. The key is the one that the SDK, too, takes from the environment. */
export function curl({ method, url, headers, body }: CurlRequest): string {
  const parts = ['curl', ...(method === 'HEAD' ? ['--head'] : ['-X', method])]
  // The mock's own certificate is trusted by nobody.
  if (/^https:/i.test(url) && isLoopbackHost(new URL(url).host)) parts.push('--insecure')
  if (/\/\.{1,2}(\/|$)/.test(url)) parts.push('--path-as-is')
  if (/[[\]{}]/.test(url)) parts.push('--globoff')
  parts.push(quoted(url))
  for (const [name, value] of Object.entries(headers)) {
    // A header without a value is one that curl leaves out, unless it ends in a semicolon.
    if (name !== 'user-agent') parts.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  }
  if (body !== undefined && body !== '') parts.push('--data-raw', quoted(body))
  return parts.join(' ')
}

function quoted(text: string): string {
  const written = `'${text.replaceAll("'", String.raw`'\''`)}'`
  return written.replace(/sk_(live|test)_\.\.\./g, `'"$EVENT_DELIVERY_API_KEY"'`)
}

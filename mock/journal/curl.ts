import { isLoopback } from '../http/loopback'

/** A request to write as a command line. Its keys are redacted already. */
export interface CurlRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** Writes a request as a command line for a POSIX shell. The API key comes from the variable that the SDK reads, too. */
export function curl({ method, url, headers, body }: CurlRequest): string {
  const parts = ['curl', ...(method === 'HEAD' ? ['--head'] : ['-X', method])]
  // No client trusts the certificate that the mock makes for itself.
  if (/^https:/i.test(url) && isLoopback(new URL(url).host)) parts.push('--insecure')
  if (/\/\.{1,2}(\/|$)/.test(url)) parts.push('--path-as-is')
  if (/[[\]{}]/.test(url)) parts.push('--globoff')
  parts.push(quoted(url))
  for (const [name, value] of Object.entries(headers)) {
    // curl leaves out a header without a value, unless it ends in a semicolon.
    if (name !== 'user-agent') parts.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  }
  if (body !== undefined && body !== '') parts.push('--data-raw', quoted(body))
  return parts.join(' ')
}

function quoted(text: string): string {
  const written = `'${text.replaceAll("'", String.raw`'\''`)}'`
  return written.replace(/sk_(live|test)_\.\.\./g, `'"$EVENT_DELIVERY_API_KEY"'`)
}

/** What a command line is made of. */
export interface CurlRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** A request as a command line for a POSIX shell. */
export function curl({ method, url, headers, body }: CurlRequest): string {
  const parts = ['curl', '-X', method, quoted(url)]
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'user-agent') parts.push('-H', quoted(`${name}: ${value}`))
  }
  if (body !== undefined && body !== '') parts.push('--data-raw', quoted(body))
  return parts.join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

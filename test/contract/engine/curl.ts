/** A request as it is shown. */
export interface ShownRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

const shownBody = 2000

/** Writes a request as a curl command for a POSIX shell. A long body is cut. */
export function curlLine({ method, url, headers, body }: ShownRequest): string {
  const parts = ['curl -i', `-X ${method}`, quote(url)]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (body !== undefined) {
    const cut = body.length > shownBody
    parts.push(`--data-binary ${quote(cut ? body.slice(0, shownBody) : body)}`)
    if (cut) parts.push(`# cut after ${shownBody} of ${body.length} characters`)
  }
  return parts.join(' ')
}

function quote(text: string): string {
  // Keys stand as shell variables, which need double quotes to be filled in.
  if (/\$EVENT_DELIVERY_\w+/.test(text)) return `"${text.replace(/["`\\]/g, '\\$&')}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

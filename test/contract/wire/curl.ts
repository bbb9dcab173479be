import { quotedAround } from '../../../src/core/shell'

/** A request as it goes over the wire. */
export interface HttpRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** The most characters of a body that are shown. A line whose body is cut does not send what was sent. */
const shownBody = 16_000

/** Writes a request as a curl command for a POSIX shell. A long body is cut; `length` is that of all of it. */
export function curlLine({ method, url, headers, body }: HttpRequest, length = body?.length ?? 0): string {
  const parts = ['curl -i', `-X ${method}`, quotedAround(url)]
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quotedAround(`${name}: ${value}`)}`)
  if (body !== undefined) {
    const cut = body.length > shownBody
    parts.push(`--data-binary ${quotedAround(cut ? body.slice(0, shownBody) : body)}`)
    if (cut) parts.push(`# cut after ${shownBody} of ${length} characters`)
  }
  return parts.join(' ')
}

import { bodySource } from './body-source'
import type { CopiedRequest } from './copied-request'
import { type Expression, headersObject, isEmpty, quoted, sourceOf } from './source-text'

/** A request that a program sends. Its body may be an expression that makes it, where the text would be too long to read. */
export interface SentRequest extends Omit<CopiedRequest, 'body'> {
  body: string | Expression | undefined
}

/**
 * A request as a call of `fetch`. `url` is the expression of the base URL with the path.
 */
export function fetchCall(request: SentRequest, url: string, indent = ''): string {
  const { method, headers, body } = request
  const inner = `${indent}  `
  const options = {
    method: method === 'GET' ? undefined : method,
    headers: headersObject(headers),
    body: typeof body === 'string' ? bodySource(body, inner) : body,
  }
  return `fetch(${url}${isEmpty(options) ? '' : `, ${sourceOf(options, indent)}`})`
}

/** A program of one statement that sends the request again. */
export function asFetch(request: CopiedRequest, baseUrl: string): string {
  const call = fetchCall(request, quoted(baseUrl + request.path))
  return `const response = await ${call}\nconsole.log(response.status, await response.text())\n`
}

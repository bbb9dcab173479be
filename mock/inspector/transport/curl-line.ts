import { quoted } from '../../../src/core/shell'

/** A request to the mock, as the page sends it. */
export interface ControlCall {
  method: string
  /** From the root, with its query: `/__mock/clock/advance`. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** A JSON text that is sent as it is, in place of `body`: `JSON.stringify` would round its numbers. */
  text?: string
  /** The name of the file that the command line sends in place of a long text. */
  file?: string
  /** The API key of a request to the interface. The token of the mock is sent unless given. */
  key?: string
  /** Further headers. A value that is a secret stands in the command line as a variable of the shell. */
  headers?: Readonly<Record<string, string>>
}

/**
 * The command line of a POSIX shell that sends the request. It holds no secret: the token of the mock and API keys are read from variables.
 *
 * @example
 * curlLine({ method: 'POST', path: '/__mock/reset' }, { origin: 'http://127.0.0.1:4010', hasToken: false })
 * // curl -X POST 'http://127.0.0.1:4010/__mock/reset'
 */
export function curlLine(
  { method, path, body, text = JSON.stringify(body), file, key, headers = {} }: ControlCall,
  { origin, hasToken }: { origin: string; hasToken: boolean },
): string {
  const parts = ['curl']
  if (method !== 'GET' && !(method === 'POST' && text !== undefined)) parts.push(`-X ${method}`)
  parts.push(quoted(origin + path))
  if (key !== undefined) parts.push('-H "Authorization: Bearer $EVENT_DELIVERY_API_KEY"')
  else if (hasToken) parts.push('-H "Authorization: Bearer $EVENT_DELIVERY_MOCK_TOKEN"')
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (text !== undefined) {
    const data = file === undefined ? `--data-raw ${quoted(text)}` : `--data-binary ${quoted(`@${file}`)}`
    parts.push("-H 'Content-Type: application/json'", data)
  }
  return parts.join(' ')
}

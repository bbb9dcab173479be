import { quoted } from '../../../src/core/shell'

/** A request to the mock, as the page sends it. */
export interface ControlCall {
  method: string
  /** From the root, with its query: `/__mock/clock/advance`. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** A JSON text that is sent as it is, in place of `body`. */
  text?: string
  /** The name of the file that holds the text. */
  file?: string
  /** Further headers. A value that is a secret stands in the command line as a variable of the shell. */
  headers?: Readonly<Record<string, string>>
}

/** The names of the variables that stand for secrets, by the headers that bear them. */
const variables = { token: 'EVENT_DELIVERY_MOCK_TOKEN', key: 'EVENT_DELIVERY_API_KEY' } as const

/**
 * The command line of a POSIX shell that sends the request. It holds no secret: the token of the mock and API keys are read from variables.
 *
 * @example
 * curlLine({ method: 'POST', path: '/__mock/reset' }, { origin: 'http://127.0.0.1:4010' })
 * // curl -X POST 'http://127.0.0.1:4010/__mock/reset'
 */
export function curlLine(
  { method, path, body, text = JSON.stringify(body), file, headers = {} }: ControlCall,
  { origin, authorization }: { origin: string; authorization?: keyof typeof variables },
): string {
  const parts = ['curl']
  if (method !== 'GET' && !(method === 'POST' && text !== undefined)) parts.push(`-X ${method}`)
  parts.push(quoted(origin + path))
  if (authorization) parts.push(`-H "Authorization: Bearer $${variables[authorization]}"`)
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (text !== undefined) {
    const data = file === undefined ? `--data-raw ${quoted(text)}` : `--data-binary ${quoted(`@${file}`)}`
    parts.push("-H 'Content-Type: application/json'", data)
  }
  return parts.join(' ')
}

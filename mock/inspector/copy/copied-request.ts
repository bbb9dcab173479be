import type { RequestEntry } from '../../journal/entry'
import { Expression } from './source-text'

/** A text in pieces: what was sent, and expressions in the places of secrets that the journal hides. */
export type Pieces = readonly (string | Expression)[]

/** A request of the journal in the form from which programs are written. */
export interface CopiedRequest {
  method: string
  /** Path and query. */
  path: string
  /** The headers that a program sends by itself are left out. */
  headers: readonly (readonly [name: string, value: Pieces])[]
  body: string | undefined
}

/** Headers that belong to one connection, or that `fetch` writes by itself. */
const ownHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|accept-language|user-agent|priority|origin|referer|sec-.*)$/

/** The scheme and the credentials of which the journal shows the prefix alone. */
const hidden = /(sk_live_|sk_test_|whsec_)?\.\.\./g

/**
 * Reads a request of the journal. Returns the reason as a sentence where the journal does not hold the whole request, or holds a body
 * that is no text.
 */
export function copiedRequest(entry: RequestEntry): CopiedRequest | string {
  const { method, path, headers, body } = entry
  if (method === '' || !path.startsWith('/')) return 'The request could not be read.'
  if (entry.aborted) return 'The client broke the request off.'
  // The journal marks a body that it cut off by this letter, and only then has it no command line.
  if (entry.noCurl !== undefined && body?.endsWith('…')) {
    return 'The journal does not hold the whole body of the request.'
  }
  if (body?.includes('\ufffd')) return 'The body of the request is no text.'
  return {
    method,
    path,
    headers: Object.entries(headers)
      .filter(([name, value]) => !ownHeaders.test(name) && !(name === 'accept' && value === '*/*'))
      .map(([name, value]) => [name, piecesOf(name, value)]),
    body: body === '' ? undefined : body,
  }
}

/** The value of one header, as far as the journal shows it. */
export function headerOf({ headers }: CopiedRequest, name: string): string | undefined {
  const found = headers.find(([key]) => key === name)
  return found?.[1].map((piece) => (typeof piece === 'string' ? piece : '...')).join('')
}

/** Cuts a value at its hidden secrets, each of which becomes the variable that the SDK and the copied command line read, too. */
function piecesOf(name: string, value: string): Pieces {
  const pieces: (string | Expression)[] = []
  let from = 0
  for (const { 0: found, 1: prefix, index } of value.matchAll(hidden)) {
    // Three dots alone are a secret where credentials stand, and punctuation elsewhere.
    if (prefix === undefined && name !== 'authorization' && name !== 'proxy-authorization') continue
    pieces.push(value.slice(from, index), new Expression(`process.env.${variableOf(prefix)}`))
    from = index + found.length
  }
  pieces.push(value.slice(from))
  return pieces.filter((piece) => piece !== '')
}

function variableOf(prefix: string | undefined): string {
  if (prefix === undefined) return 'EVENT_DELIVERY_CREDENTIALS'
  return prefix === 'whsec_' ? 'EVENT_DELIVERY_WEBHOOK_SECRET' : 'EVENT_DELIVERY_API_KEY'
}

import type { IncomingMessage } from 'node:http'
import type { Answer } from '../../http/answer'
import { isLoopback, parseUrl } from '../../../src/core/url'

/** Reads the origins of an option, each as browsers send it. Throws a `TypeError` for an entry that is none. */
export function parseOrigins(entries: readonly string[], option: string): Set<string> {
  return new Set(
    entries.map((entry) => {
      const origin = originOf(String(entry))
      if (origin !== undefined) return origin
      throw new TypeError(
        `${option} holds ${entry}. It takes origins, each by itself and without a path, such as https://app.test or http://192.168.1.5:3000.`,
      )
    }),
  )
}

/** Whether a page of this origin belongs to this machine or to the mock itself, which was addressed as `host`. */
export function isOwnOrigin(origin: string, host: string | undefined): boolean {
  const [, authority] = /^https?:\/\/([^/?#@]+)$/.exec(origin) ?? []
  return authority !== undefined && (authority === host?.toLowerCase() || isLoopback(authority))
}

/**
 * The answer with the one origin that may read it, in place of all. The gate let this origin pass. A client that is no
 * page gets no header of CORS.
 */
export function nameOrigin(answer: Answer, { headers: sent }: IncomingMessage): Answer {
  const { origin } = sent
  if (origin === undefined && answer.headers['access-control-allow-origin'] === undefined) return answer
  const { 'access-control-allow-origin': _permitted, ...headers } = answer.headers
  headers['vary'] = headers['vary'] === undefined ? 'Origin' : `${headers['vary']}, Origin`
  if (origin === undefined) {
    delete headers['access-control-expose-headers']
    return { ...answer, headers }
  }
  headers['access-control-allow-origin'] = origin
  // Chromium asks so before a page of a public address reaches a private one.
  if (sent['access-control-request-private-network'] === 'true') {
    headers['access-control-allow-private-network'] = 'true'
  }
  return { ...answer, headers }
}

/** An origin in the one form in which browsers send it. `null` is the origin of pages without one, such as files. */
function originOf(text: string): string | undefined {
  if (text === 'null') return text
  const url = parseUrl(text)
  if (!url) return undefined
  const { origin, protocol, host, href } = url
  // A scheme that the URL standard does not know, as those of browser extensions and desktop shells, has no `origin`.
  const whole = origin === 'null' ? `${protocol}//${host}` : origin
  return host !== '' && (href === whole || href === `${whole}/`) ? whole : undefined
}

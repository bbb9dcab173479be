/**
 * The URL that a text writes, `undefined` for any other text. Node 20 and 22 have a `URL.canParse` that begins to refuse letters
 * beyond ASCII once it has been called some thousand times, so only the parser itself is asked.
 */
export function parseUrl(text: unknown): URL | undefined {
  try {
    return new URL(text as string)
  } catch {
    return undefined
  }
}

/**
 * The names and addresses of this machine, as the parser of URLs writes them: RFC 6761 gives it all names below `localhost`, and an IPv6
 * address may map an IPv4 one.
 */
export const loopback = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::(1|ffff:7f[\da-f]{2}:[\da-f]{1,4})])$/

/**
 * Whether a host is this machine: a name or an address as a URL or a `Host` header holds it, with or without a port and brackets. An IPv4
 * address counts as it is usually written alone: `2130706433` would be one to some programs, and a name to others.
 */
export function isLoopback(host: string): boolean {
  if (!/^[\w.:[\]-]+$/.test(host)) return false
  // A host with two colons outside of brackets is an IPv6 address, which a URL holds in brackets.
  const authority = /^[^[]*:.*:/.test(host) ? `[${host}]` : host.toLowerCase()
  const hostname = parseUrl(`http://${authority}`)?.hostname ?? ''
  return loopback.test(hostname) && (hostname.startsWith('[') || authority.startsWith(hostname))
}

import { parseUrl } from './parse-url'
/**
 * Whether a host is this machine itself. The host is a name or an address as a URL or a `Host` header holds it, with
 * or without a port and brackets. An IPv6 address that wraps an IPv4 one is judged by that one.
 */
export function isLoopback(host: string): boolean {
  const bare = withoutPort(host)
  const address = wrappedIPv4(bare) ?? bare
  return (
    /^([a-z0-9-]+\.)*localhost$/i.test(address) ||
    /^127(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(address) ||
    groupsOf(address)?.join(':') === '0:0:0:0:0:0:0:1'
  )
}

/** The IPv4 address within an IPv6 one that only wraps it: mapped, NAT64 or 6to4. */
export function wrappedIPv4(address: string): string | undefined {
  const groups = groupsOf(address)
  if (!groups) return undefined
  const prefix = groups.slice(0, 6).join(':')
  const isMapped = prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0'
  const wrapped = isMapped ? groups.slice(6) : groups[0] === '2002' ? groups.slice(1, 3) : undefined
  return wrapped
    ?.map((group) => parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.')
}

function withoutPort(host: string): string {
  const [, inBrackets] = /^\[(.*)\](?::\d+)?$/.exec(host) ?? []
  return inBrackets ?? host.replace(/^([^:]*):\d+$/, '$1')
}

/** The eight groups of an IPv6 address, written without leading zeros. `undefined` for any other text. */
function groupsOf(address: string): string[] | undefined {
  const parsed = address.includes(':') && parseUrl(`http://[${address.replace(/%.*$/, '')}]`)
  if (!parsed) return undefined
  // The URL parser writes an address in its one canonical form, an IPv4 tail included.
  const [head = '', tail] = parsed.hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

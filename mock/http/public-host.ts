import { isLoopback, parseUrl } from '../../src/core/url'

// RFC 1918, RFC 6598 and link-local addresses, and those of RFC 1122 that name no host.
const privateIPv4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/

// Unique local and link-local addresses, and the unspecified one.
const privateIPv6 = /^(f[cd][\da-f]{2}:|fe[89ab][\da-f]:|::$)/i

/** Whether a host may stand on the public internet: neither loopback nor private, and no name that RFC 6761 reserves. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const address = wrappedIPv4(host) ?? host
  const isReserved = isLoopback(host) || /(^|\.)(localhost|invalid)$/i.test(host)
  return !isReserved && !privateIPv4.test(address) && !privateIPv6.test(address)
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

import { isLoopback, wrappedIPv4 } from './loopback'

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

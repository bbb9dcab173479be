import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const internal = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds keep their metadata.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  internal.addSubnet(network, prefix, 'ipv4')
}
// Lists of their own: Node holds an IPv4 address against the IPv6 networks of a list as well.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
// Of these, for protocols (Teredo among them) and for documents.
const reserved = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6')
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = embeddedIPv4(address) ?? address
  return isIP(plain) !== 0 && loopback.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

/** Whether an address is none of the public internet: private, loopback, link-local, multicast or reserved. */
export function isInternal(address: string): boolean {
  const plain = embeddedIPv4(address) ?? address
  if (isIPv4(plain)) return internal.check(plain, 'ipv4')
  return isIPv6(plain) && (!globalUnicast.check(plain, 'ipv6') || reserved.check(plain, 'ipv6'))
}

/** An IPv6 address that only wraps an IPv4 one (mapped, NAT64, 6to4) is judged by that one. */
function embeddedIPv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined
  const groups = expanded(address.replace(/%.*$/, ''))
  const prefix = groups.slice(0, 6).join(':')
  const wraps = prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0'
  const [high = 0, low = 0] = wraps ? groups.slice(6).map((group) => parseInt(group, 16)) : []
  if (wraps) return dotted(high, low)
  return groups[0] === '2002'
    ? dotted(parseInt(groups[1] ?? '0', 16), parseInt(groups[2] ?? '0', 16))
    : undefined
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function expanded(address: string): string[] {
  // The URL parser writes an address in its one canonical form, IPv4 tails included.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

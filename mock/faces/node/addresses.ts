import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { wrappedIPv4 } from '../../http/public-host'

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
// IPv6 networks have lists of their own, because Node compares an IPv4 address with the IPv6 networks of a list as well.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
// The global unicast networks that are reserved for protocols (such as Teredo) and for documentation.
const reserved = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(network, prefix, 'ipv6')
}

/** Whether an address lies outside the public internet: private, loopback, link-local, multicast or reserved. */
export function isInternal(address: string): boolean {
  const plain = wrappedIPv4(address) ?? address
  if (isIPv4(plain)) return internal.check(plain, 'ipv4')
  return isIPv6(plain) && (!globalUnicast.check(plain, 'ipv6') || reserved.check(plain, 'ipv6'))
}

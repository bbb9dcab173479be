import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { parseUrl } from '../../../src/core/url'

/** A host as a `Host` header or an option names it: in lower case, without the dot of the root, IPv6 in brackets. */
export interface HostName {
  name: string
  /** Absent where none was written. */
  port?: string
}

const written = /^(\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::(\d{0,5}))?$/i

/** Reads the host of a `Host` header or of a target. `undefined` for a text that is no host by RFC 3986. */
export function parseHost(text: string): HostName | undefined {
  const [, host, port] = written.exec(text) ?? []
  if (host === undefined) return undefined
  return { name: plainName(host), port: port === '' ? undefined : port }
}

/** The name of an address as `parseHost` writes it. An IPv4 address that an IPv6 one maps is written by itself. */
export function nameOfAddress(address: string): string {
  if (!address.includes(':')) return plainName(address)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return plainName(mapped ?? (isIPv6(address) ? `[${address}]` : address))
}

/** Reads the hosts of an option. Throws a `TypeError` for an entry that is none. */
export function parseHosts(entries: readonly string[], option: string): HostName[] {
  return entries.map((entry) => {
    const text = String(entry)
    const host = parseHost(isIPv6(text) ? `[${text}]` : asciiOf(text))
    if (host && !host.name.includes('*')) return host
    throw new TypeError(
      `${option} holds ${text}. It takes hosts with or without a port, such as mock or mock:4010.`,
    )
  })
}

function plainName(host: string): string {
  const lower = host.toLowerCase().replace(/\.$/, '')
  // The URL parser writes an IPv6 address in its one canonical form.
  return (lower.startsWith('[') && parseUrl(`http://${lower}`)?.hostname) || lower
}

/** A name with letters beyond ASCII as clients send it. */
function asciiOf(text: string): string {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/s.exec(text) ?? []
  return /^[\0-\x7f]*$/.test(name) ? text : domainToASCII(name) + port
}

import { isIP } from 'node:net'
import { parseHosts } from '../faces/node/hosts'
import { parseOrigins } from '../faces/node/origins'
import { planTerms, type Plan } from '../settings/plan'

/** The forms of the log. */
export type LogForm = 'text' | 'json'

/** Reads a port. Throws a `TypeError` that says what is right, as do the other readers of this file. */
export function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new TypeError('A port is a number from 0 to 65535.')
}

/** Reads the address to listen on. Brackets around an IPv6 address are left out. */
export function address(text: string): string {
  if (/[/\s]/.test(text)) throw new TypeError('An address is a name or a number, such as 127.0.0.1 or ::1.')
  return text.replace(/^\[(.*)\]$/, '$1')
}

export function plan(text: string): Plan {
  planTerms(text)
  return text as Plan
}

const units: Readonly<Record<string, number>> = { '': 1, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 }

/** Reads a size in bytes: `268435456`, `256MiB`, `1.5 GiB`. */
export function bytes(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?) ?([a-z]*)$/i.exec(text) ?? []
  const size = Math.floor(Number(amount) * (units[unit.toLowerCase()] ?? NaN))
  if (amount !== '' && Number.isSafeInteger(size) && size > 0) return size
  throw new TypeError('A size is a number of bytes, or of KiB, MiB or GiB, such as 256MiB.')
}

/** Adds a host name, with a port or without, to those of earlier flags. */
export function hosts(text: string, before: readonly string[] = []): readonly string[] {
  parseHosts([text], 'The flag')
  return [...before, text]
}

/** Adds an origin to those of earlier flags. */
export function origins(text: string, before: readonly string[] = []): readonly string[] {
  parseOrigins([text], 'The flag')
  return [...before, text]
}

/** Adds a name or an address of the certificate to those of earlier flags. */
export function tlsNames(text: string, before: readonly string[] = []): readonly string[] {
  const name = text.replace(/^\[(.*)\]$/, '$1')
  const isName = /^(\*\.)?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(name)
  if (isName || isIP(name) !== 0) return [...before, name]
  throw new TypeError(
    'A name is one of DNS or an IP address, without a scheme and a port, such as mock.test.',
  )
}

export function logForm(text: string): LogForm {
  if (text === 'text' || text === 'json') return text
  throw new TypeError('The log is text or json.')
}

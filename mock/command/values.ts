import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { Dialect } from '../../generated/dialect'
import { jsonOf, readJson, readText } from '../../src/core/commands/files'
import { UsageError, WrongValue } from '../../src/core/commands/usage-error'
import { parseHosts } from '../faces/node/hosts'
import { parseOrigins } from '../faces/node/origins'
import { resolveDialect } from '../settings/dialect'
import { planTerms, type Plan } from '../settings/plan'
import { checkSeed, exampleSeed } from '../state/check-seed'
import { seedOf } from '../state/read-seed'
import type { Seed } from '../state/seed'

// Each function reads the value of a flag. It throws where the text is wrong.

/** Reads the address to listen on. Brackets around an IPv6 address are left out. */
export function address(text: string): string {
  if (/[/\s]/.test(text)) throw new WrongValue('is neither a name nor a number, such as 127.0.0.1 or ::1.')
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
  throw new WrongValue('is no number of bytes, nor of KiB, MiB or GiB, such as 256MiB.')
}

/** Reads a host name, with a port or without. */
export function host(text: string): string {
  parseHosts([text], 'The flag')
  return text
}

export function origin(text: string): string {
  parseOrigins([text], 'The flag')
  return text
}

/** Reads a name or an address of the certificate. */
export function tlsName(text: string): string {
  const name = text.replace(/^\[(.*)\]$/, '$1')
  const isName = /^(\*\.)?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u.test(name)
  if (isName || isIP(name) !== 0) return name
  throw new WrongValue(
    'is neither a name of DNS nor an IP address, without a scheme and a port, such as mock.test.',
  )
}

/** Reads a dialect from a file, and checks it. */
export function dialect(file: string): Dialect {
  const read = readJson('--dialect', file)
  resolveDialect(read as Dialect)
  return read as Dialect
}

// A snapshot may be as large as the longest text that the engine holds.
const mostOfSeed = 512 * 2 ** 20

/** Reads a seed from a file, and checks it. `examples` stands for the examples of the document. */
export function seed(file: string): Seed {
  if (file === 'examples') return exampleSeed()
  const text = readText('--seed', file, mostOfSeed)
  checkSeed(jsonOf(`--seed ${file}`, text))
  return seedOf(text)
}

/** Reads the path of a TLS key. An API key in its place is refused. */
export function keyFile(text: string): string {
  if (!/^(sk_|whsec_)/.test(text)) return text
  throw new Error(
    'This flag names the file of the TLS key of --cert. The mock has its API keys already, such as sk_live_mock; a --seed gives it others.',
  )
}

/** Reads the certificate of `--cert` and `--key`. Throws a `UsageError` when they do not fit together. */
export function readCertificate({
  cert,
  key,
}: {
  cert?: string
  key?: string
}): { cert: string; key: string } | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(
      '--cert and --key go together: they name the files of a TLS certificate and its key.',
    )
  const pair = { cert: readText('--cert', cert), key: readText('--key', key) }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new UsageError(
      `--cert ${cert} and --key ${key} are no certificate (PEM) and its key: ${(error as Error).message}.`,
    )
  }
  return pair
}

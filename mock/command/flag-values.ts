import { createSecureContext } from 'node:tls'
import { InvalidArgumentError } from 'commander'
import type { Dialect } from '../../generated/dialect'
import { parseForward, type Forward } from '../deliveries/forwards'
import { resolveDialect } from '../settings/dialect'
import { planTerms, type Plan } from '../settings/plan'
import { checkedSeed } from '../state/check-seed'
import type { Seed } from '../state/seed'
import { jsonOf, textOf } from './json-file'
import { UsageError } from './usage-error'

/** The flags that name a certificate. */
export interface CertificateFlags {
  tls?: boolean
  cert?: string
  key?: string
}

/** Reads a port. Throws an `InvalidArgumentError`, as do the other readers of flags. */
export function parsePort(written: string): number {
  if (/^\d{1,5}$/.test(written) && Number(written) <= 65_535) return Number(written)
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

export function parsePlan(written: string): Plan {
  return orInvalid(() => {
    planTerms(written)
    return written as Plan
  })
}

/** Reads a dialect from a file, and checks it. */
export function readDialect(file: string): Dialect {
  return orInvalid(() => {
    const read = jsonOf(file)
    resolveDialect(read as Dialect)
    return read as Dialect
  })
}

/** Reads a seed from a file, and checks it. `examples` stands for the examples of the document. */
export function readSeed(file: string): Seed {
  return orInvalid(() => checkedSeed(file === 'examples' ? file : jsonOf(file)))
}

/** Adds one forward to those of earlier flags. */
export function addForward(written: string, previous: readonly Forward[]): readonly Forward[] {
  return orInvalid(() => [...previous, parseForward(written)])
}

/** Adds the authority of a file (PEM) to those of earlier flags. */
export function addAuthority(file: string, previous: readonly string[]): readonly string[] {
  const pem = textOf(file)
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`${file} holds no certificate (PEM).`)
  return [...previous, pem]
}

/** Reads the certificate of `--cert` and `--key`. Throws a `UsageError` when they do not fit together. */
export function readCertificate({
  cert,
  key,
  tls,
}: CertificateFlags): { cert: string; key: string } | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--cert and --key go together.')
  if (tls) throw new UsageError('--tls makes a certificate: leave it out when you give one by --cert.')
  const pair = { cert: textOf(cert), key: textOf(key) }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new UsageError(
      `${cert} and ${key} are no certificate (PEM) and its key: ${(error as Error).message}.`,
    )
  }
  return pair
}

function orInvalid<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

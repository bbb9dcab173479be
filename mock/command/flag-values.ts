import { createSecureContext } from 'node:tls'
import type { Dialect } from '../../generated/dialect'
import { parseForward, type Forward } from '../deliveries/forwards'
import { resolveDialect } from '../settings/dialect'
import { checkedSeed } from '../state/check-seed'
import type { Seed } from '../state/seed'
import { jsonOf, textOf } from './json-file'
import { UsageError } from './usage-error'

/** Reads a dialect from a file, and checks it. Throws, as do the other readers of flags. */
export function readDialect(file: string): Dialect {
  const read = jsonOf(file)
  resolveDialect(read as Dialect)
  return read as Dialect
}

/** Reads a seed from a file, and checks it. `examples` stands for the examples of the document. */
export function readSeed(file: string): Seed {
  return checkedSeed(file === 'examples' ? file : jsonOf(file))
}

/** Adds one forward to those of earlier flags. */
export function forwards(text: string, before: readonly Forward[] = []): readonly Forward[] {
  return [...before, parseForward(text)]
}

/** Adds the authority of a file (PEM) to those of earlier flags. */
export function authorities(file: string, before: readonly string[] = []): readonly string[] {
  const pem = textOf(file)
  if (!holdsCertificate(pem)) throw new UsageError(`${file} holds no certificate (PEM).`)
  return [...before, pem]
}

/** Whether a text holds a certificate in PEM. */
export function holdsCertificate(text: string): boolean {
  return text.includes('-----BEGIN CERTIFICATE-----')
}

/** Reads the path of a TLS key. An API key in its place is refused without being repeated. */
export function keyFile(text: string): string {
  if (!/^(sk_|whsec_)/.test(text)) return text
  throw new UsageError(
    'This flag names the file of the TLS key of --cert. The mock has its API keys already, such as sk_live_mock; a --seed gives it others.',
  )
}

/** The files of `--cert` and `--key`. */
export interface CertificateFiles {
  cert?: string
  key?: string
}

/** Reads the certificate of `--cert` and `--key`. Throws a `UsageError` when they do not fit together. */
export function readCertificate({ cert, key }: CertificateFiles): { cert: string; key: string } | undefined {
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined)
    throw new UsageError(
      '--cert and --key go together: they name the files of a TLS certificate and its key.',
    )
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

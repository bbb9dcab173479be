import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { Dialect } from '../../generated/dialect'
import { resolveDialect } from '../settings/dialect'
import { isLoopback } from '../faces/node/addresses'
import { parseForward, type Forward } from '../deliveries/forwards'
import { planTerms, type Plan } from '../settings/plan'
import { checkedSeed } from '../state/check-seed'
import type { Seed } from '../state/seed'
import { jsonOf, textOf } from './json-file'
import { UsageError } from './usage-error'

/** What the command line says. */
export interface CommandOptions {
  port: number
  host: string
  /** True: a certificate is to be made. */
  tls: boolean
  /** A certificate that was given. */
  certificate?: { cert: string; key: string }
  dialect?: Dialect
  plan: Plan
  seed?: Seed
  forwards: readonly Forward[]
  /** Authorities (PEM) to trust when delivering. */
  ca: readonly string[]
  allowPrivate: boolean
  /** What of Prism stands in the backend's place or in front of it. */
  prism?: 'static' | 'validate'
  json: boolean
  controlToken?: string
}

interface Flags {
  port: number
  host: string
  tls?: boolean
  cert?: string
  key?: string
  dialect?: Dialect
  plan: Plan
  seed?: Seed
  forward: readonly Forward[]
  ca: readonly string[]
  allowPrivate?: boolean
  static?: boolean
  validate?: boolean
  json?: boolean
}

const tokenVariable = 'EVENT_DELIVERY_MOCK_TOKEN'

/** Reads the command line. `undefined` when it asked for help or the version, which was printed. Throws a `UsageError`. */
export function readOptions(args: string[], environment: NodeJS.ProcessEnv): CommandOptions | undefined {
  const command = new Command('event-delivery-mock')
    .description(
      'A mock of the Event Delivery Service that really works: events, pages, limits, signed deliveries.',
    )
    .version(version())
    .option('--port <number>', 'port to listen on, 0 for a free one', port, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls', 'serve HTTPS, with a certificate made for the occasion')
    .option('--cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--key <file>', 'the key of --cert (PEM)')
    .option('--dialect <file>', 'play the deployment that this file describes (JSON)', dialect)
    .option('--plan <plan>', 'rate limit: none, free, pro or enterprise:N', plan, 'none')
    .option(
      '--seed <file>',
      "events and webhooks to start with (JSON), or examples: the document's own",
      seed,
    )
    .option(
      '--forward <from=to>',
      'deliver what is meant for one URL, and all below it, to another; repeatable',
      forward,
      [],
    )
    .option(
      '--ca <file>',
      'trust this authority (PEM) when delivering beyond loopback; repeatable',
      authority,
      [],
    )
    .option('--allow-private', 'deliver to private addresses also when listening beyond loopback')
    .addOption(
      new Option('--static', "serve Prism's mock of the same document, which remembers nothing").conflicts([
        ...['validate', 'dialect', 'plan', 'seed', 'forward'],
      ]),
    )
    .option(
      '--validate',
      "put Prism's proxy in front: what breaks the document is logged, and ends in status 1",
    )
    .option('--json', 'print where it listens as JSON')
    .addHelpText('after', `\nListening beyond loopback wants a token for /__mock in ${tokenVariable}.`)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  let flags: Flags
  try {
    flags = command.parse(args, { from: 'user' }).opts<Flags>()
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw new UsageError(oneLine(error.message.replace(/^error: /, '')))
  }
  if (command.args.length > 0) throw new UsageError(`There is no argument ${command.args[0]}.`)
  const controlToken = environment[tokenVariable] || undefined
  if (!isLoopbackName(flags.host) && controlToken === undefined) {
    throw new UsageError(
      `${flags.host} is not loopback: others could reach the control routes. Set ${tokenVariable}, or listen on 127.0.0.1.`,
    )
  }
  const {
    port: number,
    host,
    dialect: played,
    plan: terms,
    seed: start,
    forward: forwards,
    ca,
    allowPrivate = false,
    json = false,
  } = flags
  const given = certificate(flags)
  return {
    port: number,
    host,
    tls: flags.tls === true,
    certificate: given,
    dialect: played,
    plan: terms,
    seed: start,
    forwards,
    ca,
    allowPrivate: allowPrivate || isLoopbackName(host),
    prism: flags.static ? 'static' : flags.validate ? 'validate' : undefined,
    json,
    controlToken,
  }
}

function isLoopbackName(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

function port(written: string): number {
  if (/^\d{1,5}$/.test(written) && Number(written) <= 65_535) return Number(written)
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

function plan(written: string): Plan {
  return orInvalid(() => {
    planTerms(written)
    return written as Plan
  })
}

function dialect(file: string): Dialect {
  return orInvalid(() => {
    const read = jsonOf(file)
    resolveDialect(read as Dialect)
    return read as Dialect
  })
}

function seed(file: string): Seed {
  return orInvalid(() => {
    return checkedSeed(file === 'examples' ? file : jsonOf(file))
  })
}

function forward(written: string, previous: readonly Forward[]): readonly Forward[] {
  return orInvalid(() => [...previous, parseForward(written)])
}

function authority(file: string, previous: readonly string[]): readonly string[] {
  const pem = textOf(file)
  if (!pem.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`${file} holds no certificate (PEM).`)
  return [...previous, pem]
}

function certificate({ cert, key, tls }: Flags): { cert: string; key: string } | undefined {
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

function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, ' ').trim()
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

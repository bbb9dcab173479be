import { readFileSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import type { Dialect } from '../../generated/dialect'
import { isLoopback } from '../http/loopback'
import type { Forward } from '../deliveries/forwards'
import type { Plan } from '../settings/plan'
import type { Seed } from '../state/seed'
import {
  addAuthority,
  addForward,
  parsePlan,
  parsePort,
  readCertificate,
  readDialect,
  readSeed,
  type CertificateFlags,
} from './flag-values'
import { UsageError } from './usage-error'

/** The command line, read and completed. */
export interface CommandOptions {
  port: number
  host: string
  /** Whether to make a certificate. */
  tls: boolean
  /** The certificate of `--cert` and `--key`. */
  certificate?: { cert: string; key: string }
  dialect?: Dialect
  plan: Plan
  seed?: Seed
  forwards: readonly Forward[]
  /** Authorities (PEM) to trust when delivering. */
  ca: readonly string[]
  allowPrivate: boolean
  /** `static` serves Prism in the backend's place, `validate` puts it in front. */
  prism?: 'static' | 'validate'
  json: boolean
  controlToken?: string
}

interface Flags extends CertificateFlags {
  port: number
  host: string
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
    .option('--port <number>', 'port to listen on, 0 for a free one', parsePort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--tls', 'serve HTTPS, with a certificate made for the occasion')
    .option('--cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--key <file>', 'the key of --cert (PEM)')
    .option('--dialect <file>', 'play the deployment that this file describes (JSON)', readDialect)
    .option('--plan <plan>', 'rate limit: none, free, pro or enterprise:N', parsePlan, 'none')
    .option(
      '--seed <file>',
      "events and webhooks to start with (JSON), or examples: the document's own",
      readSeed,
    )
    .option(
      '--forward <from=to>',
      'deliver what is meant for one URL, and all below it, to another; repeatable',
      addForward,
      [],
    )
    .option(
      '--ca <file>',
      'trust this authority (PEM) when delivering beyond loopback; repeatable',
      addAuthority,
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
  if (!isLoopback(flags.host) && controlToken === undefined) {
    throw new UsageError(
      `${flags.host} is not loopback: others could reach the control routes. Set ${tokenVariable}, or listen on 127.0.0.1.`,
    )
  }
  const { port, host, dialect, plan, seed, forward, ca, json = false } = flags
  return {
    port,
    host,
    tls: flags.tls === true,
    certificate: readCertificate(flags),
    dialect,
    plan,
    seed,
    forwards: forward,
    ca,
    allowPrivate: flags.allowPrivate || isLoopback(host),
    prism: flags.static ? 'static' : flags.validate ? 'validate' : undefined,
    json,
    controlToken,
  }
}

function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, ' ').trim()
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { Dialect } from '../../generated/dialect'
import type { Forward } from '../deliveries/forwards'
import { shortestToken, weaknessOf } from '../access/token'
import { isLoopback } from '../http/loopback'
import type { Plan } from '../settings/plan'
import type { Role } from '../settings/role'
import type { Seed } from '../state/seed'
import { readCertificate } from './flag-values'
import { flagEntries, type FlagValues } from './flags'
import type { LocalWebhook } from './local-webhooks'
import { defaultMemory, refuseBeyondHeap } from './memory-bounds'
import type { LogForm } from './plain-values'
import { shortestKey, storeKeyVariable, storeOptions, type StoreOptions } from './store-options'
import { UsageError } from './usage-error'
import { optionOf, readWords } from './words'

/** The command line, read and completed. */
export interface CommandOptions {
  port: number
  host: string
  /** Whether to make a certificate, for the names of `tlsNames` too. */
  tls: boolean
  tlsNames: readonly string[]
  /** The file to write the authority of that certificate to. A temporary one unless given. */
  caOut?: string
  /** The certificate of `--cert` and `--key`. */
  certificate?: { cert: string; key: string }
  allowHosts: readonly string[]
  allowOrigins: readonly string[]
  dialect?: Dialect
  plan: Plan
  seed?: Seed
  /** Bytes. */
  maxMemory: number
  /** Absent where the data lies in memory. */
  store?: StoreOptions
  role: Role
  webhooks: readonly LocalWebhook[]
  forwards: readonly Forward[]
  /** Authorities (PEM) to trust when delivering. */
  ca: readonly string[]
  allowPrivate: boolean
  /** `static` serves Prism in the backend's place, `validate` puts it in front. */
  prism?: 'static' | 'validate'
  quiet: boolean
  log: LogForm
  json: boolean
  controlToken?: string
}

const tokenVariable = 'EVENT_DELIVERY_MOCK_TOKEN'

const notes = `
Examples:
  event-delivery-mock                                           the mock on http://127.0.0.1:4010
  event-delivery-mock --webhook http://localhost:3000/hooks     its events reach a receiver on this machine
  event-delivery-mock --seed examples --plan free               with data, and ten requests a second
  event-delivery-mock --tls --tls-name mock.test --ca-out ca.pem
  event-delivery-mock --dialect dialect.json --log json         a twin of your deployment, a log for programs
  event-delivery-mock --store ./data --retain 30d               data that outlives the process
  event-delivery-mock --store postgres://mock@db/mock --role worker
  event-delivery-mock status --store postgres://mock@db/mock    what the store holds; migrate brings its schema up to date

Listening beyond loopback wants a token for /__mock of at least ${shortestToken} characters in ${tokenVariable}.
Secrets in a store are encrypted where ${storeKeyVariable} holds a key of at least ${shortestKey} characters.`

/**
 * Reads the command line. `undefined` when it asked for help or the version, which goes to `print`. Throws a `UsageError`, whose
 * message repeats no value that may be a secret.
 */
export function readOptions(
  args: string[],
  environment: NodeJS.ProcessEnv,
  print: (text: string) => void,
): CommandOptions | undefined {
  // The parser takes --no-prepare for the opposite of a flag --prepare, which there is not.
  const values = readWords<FlagValues & { prepare?: boolean }>(describe(), args, print)
  if (!values) return undefined
  const { prepare, ...flags } = values
  return completed({ ...flags, noPrepare: prepare === false || undefined }, environment)
}

function describe(): Command {
  const command = new Command('event-delivery-mock')
    .usage('[flags]\n       event-delivery-mock migrate|status --store <url>')
    .description(
      'A mock of the Event Delivery Service that really works: events, pages, limits, signed deliveries.',
    )
    .addHelpText('after', notes)
  for (const [name, flag] of flagEntries) command.addOption(optionOf(name, flag))
  return command
    .optionsGroup('Output:')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
}

function completed(flags: FlagValues, environment: NodeJS.ProcessEnv): CommandOptions {
  const { port = 4010, host = '127.0.0.1', tls = false, tlsName = [], caOut } = flags
  const { quiet = false, log = 'text', json = false, plan = 'none', maxMemory = defaultMemory() } = flags
  const controlToken = environment[tokenVariable] || undefined
  refuseForeignFlags(flags)
  refuseBeyondHeap(maxMemory)
  if (!isLoopback(host)) refuseWeakToken(host, controlToken)
  return {
    port,
    host,
    tls,
    tlsNames: tlsName,
    caOut,
    certificate: readCertificate(flags),
    // A name in the certificate is there for clients that use it. A pattern is no name.
    allowHosts: [...(flags.allowHost ?? []), ...tlsName.filter((name) => !name.includes('*'))],
    allowOrigins: flags.allowOrigin ?? [],
    dialect: flags.dialect,
    plan,
    seed: flags.seed,
    maxMemory,
    store: storeOptions(flags, environment),
    role: flags.role ?? 'all',
    webhooks: flags.webhook ?? [],
    forwards: flags.forward ?? [],
    ca: flags.ca ?? [],
    allowPrivate: flags.allowPrivate || isLoopback(host),
    prism: flags.static ? 'static' : flags.validate ? 'validate' : undefined,
    quiet,
    log,
    json,
    controlToken,
  }
}

/** Refuses flags of a certificate that the mock makes, where it makes none. */
function refuseForeignFlags({ tls, tlsName, caOut, cert }: FlagValues): void {
  if (tls && cert !== undefined)
    throw new UsageError('--tls makes a certificate: leave it out when you give one by --cert.')
  if (tls) return
  if (tlsName)
    throw new UsageError('--tls-name names the mock in the certificate of --tls, which is missing.')
  if (caOut !== undefined)
    throw new UsageError('--ca-out writes the authority of the certificate of --tls, which is missing.')
}

/** Refuses a token that is too weak for a mock that others can reach. */
function refuseWeakToken(host: string, token: string | undefined): void {
  const weakness = weaknessOf(token)
  if (weakness === undefined) return
  throw new UsageError(
    `${host} is not loopback. ${weakness}, and set ${tokenVariable} to it, or listen on 127.0.0.1.`,
  )
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

import { readFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'
import { Command, CommanderError, Option } from 'commander'
import type { Dialect } from '../../generated/dialect'
import type { Forward } from '../deliveries/forwards'
import { shortestToken, weaknessOf } from '../access/token'
import { isLoopback } from '../http/loopback'
import { defaultMaxMemory } from '../settings/memory'
import type { Plan } from '../settings/plan'
import type { Role } from '../settings/role'
import type { Seed } from '../state/seed'
import { readCertificate } from './flag-values'
import { flagEntries, flagOf, type Flag, type FlagValues } from './flags'
import type { LocalWebhook } from './local-webhooks'
import type { LogForm } from './plain-values'
import { storeKeyVariable, storeOptions, type StoreOptions } from './store-options'
import { UsageError } from './usage-error'

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

const mebibyte = 2 ** 20
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
Secrets in a store are encrypted where ${storeKeyVariable} holds a key of at least 32 characters.`

/**
 * Reads the command line. `undefined` when it asked for help or the version, which goes to `print`. Throws a `UsageError`, whose
 * message repeats no value that may be a secret.
 */
export function readOptions(
  args: string[],
  environment: NodeJS.ProcessEnv,
  print: (text: string) => void,
): CommandOptions | undefined {
  const command = describe().configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: () => {},
  })
  refuseMissingValues(command, args)
  try {
    command.parse(withoutStrayValues(command, args), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return undefined
    throw new UsageError(oneLine(error.message.replace(/^error: /, '')))
  }
  if (command.args.length > 0) throw strayWord(command.args[0] ?? '')
  // The parser takes --no-prepare for the opposite of a flag --prepare, which there is not.
  const { prepare, ...flags } = command.opts<FlagValues & { prepare?: boolean }>()
  return completed({ ...flags, noPrepare: prepare === false || undefined }, environment)
}

function describe(): Command {
  const command = new Command('event-delivery-mock')
    .usage('[flags]\n       event-delivery-mock migrate|status --store <url>')
    .description(
      'A mock of the Event Delivery Service that really works: events, pages, limits, signed deliveries.',
    )
    .addHelpText('after', notes)
    .allowExcessArguments()
    .exitOverride()
  for (const [name, flag] of flagEntries) {
    const option = new Option([flagOf(name), flag.form].filter(Boolean).join(' '), flag.help)
    option.helpGroup(`${flag.group}:`).conflicts([...(flag.excludes ?? [])])
    command.addOption(flag.read ? option.argParser<unknown>(reader(flagOf(name), flag)) : option)
  }
  return command
    .optionsGroup('Output:')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
}

/** Reads the value of a flag. An error names the flag, and repeats the value only where it is no secret. */
function reader(name: string, { read }: Flag<unknown>): (text: string, before?: unknown) => unknown {
  return (text, before) => {
    try {
      return read?.(text, before)
    } catch (error) {
      throw new UsageError(`${name}: ${oneLine((error as Error).message)}`)
    }
  }
}

/** Refuses flags without a value: the parser would take the next flag for it, and a shell leaves an empty word for an unset variable. */
function refuseMissingValues(command: Command, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const [, name, inline] = /^(--[a-z-]+)(?:=([^]*))?$/.exec(arg) ?? []
    if (!command.options.some(({ long, required }) => required && long === name)) continue
    const value = inline ?? args[index + 1]
    if (value === undefined || (inline === undefined && value.startsWith('--')))
      throw new UsageError(`${name} has no value. --help shows what it takes.`)
    if (value.trim() === '') throw new UsageError(`${name} is empty: is the variable set that it comes from?`)
  }
}

/** The words without the values of unknown flags: such a value may be a key, and the parser suggests flags by the name alone. */
function withoutStrayValues({ options }: Command, args: readonly string[]): string[] {
  return args.map((arg) => {
    const [, name] = /^(--[^=]+)=/.exec(arg) ?? []
    return name === undefined || options.some(({ long }) => long === name) ? arg : name
  })
}

function strayWord(word: string): UsageError {
  const meant = /^https?:/.test(word) ? ' Did you mean --webhook?' : ''
  return new UsageError(`A word stands on the line that belongs to no flag.${meant} --help shows all flags.`)
}

function completed(flags: FlagValues, environment: NodeJS.ProcessEnv): CommandOptions {
  const { port = 4010, host = '127.0.0.1', tls = false, tlsName = [], caOut } = flags
  const { quiet = false, log = 'text', json = false, plan = 'none', maxMemory = defaultMemory() } = flags
  const controlToken = environment[tokenVariable] || undefined
  refuseForeignFlags(flags)
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

/** The usual bound, or half of the memory that this Node lets a program have where that is less. */
function defaultMemory(): number {
  const half = getHeapStatistics().heap_size_limit / 2
  return Math.min(defaultMaxMemory, Math.floor(half / mebibyte) * mebibyte)
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

function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, ' ').trim()
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

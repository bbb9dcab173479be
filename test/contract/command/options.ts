import { Command, Option } from 'commander'
import { didYouMean } from './nearest'
import { Refusal, withoutSecrets, WrongValue } from './refusal'
import {
  address,
  baseUrl,
  key,
  list,
  mode,
  place,
  plan,
  rate,
  receiverUrl,
  samples,
  scopedKeys,
  seed,
} from './values'
import { version } from '../engine/version'
import type { IdempotencyPlace } from '../engine/options'
import type { Mode } from '../engine/vocabulary'
import type { ScopedKey } from '../engine/target'

/** What the command line and the environment say. */
export interface CommandOptions {
  baseUrl?: string
  liveKey?: string
  testKey?: string
  scopedKey?: ScopedKey[]
  expiredKey?: string
  receiverListen?: { host: string; port: number }
  receiverUrl?: string
  receiverCaOut?: string
  ca?: string
  insecure?: boolean
  mode: Mode
  plan?: number
  rate?: number
  idempotency?: IdempotencyPlace
  only?: string[]
  list?: boolean
  dialect?: string
  dialectOut?: string
  json?: string
  html?: string
  seed?: number
  samples?: number
  junit?: string
  ledger?: string
  cleanup?: string
  baseline?: string
  dryRun?: boolean
  plant?: string
  verify?: string
}

/** What is asked for: a run by its options, or the comparison of two files. */
export type Asked = { options: CommandOptions } | { diff: readonly [a: string, b: string] }

type Read = (text: string, before?: never) => unknown
type Flag = readonly [flags: string, text: string, read?: Read, variable?: string]

const text: Read = (value) => value

const flags: readonly Flag[] = [
  ['--base-url <url>', 'where the deployment answers', baseUrl, 'BASE_URL'],
  ['--live-key <key>', 'a live key with full access', key, 'LIVE_KEY'],
  ['--test-key <key>', 'a test key with full access', key, 'TEST_KEY'],
  [
    '--scoped-key <scopes=key>',
    'a scoped key, its scopes first: events:read,webhooks:read=sk_... (repeatable; in the variable separated by blanks)',
    scopedKeys,
    'SCOPED_KEYS',
  ],
  ['--expired-key <key>', 'a scoped key whose end has passed', key, 'EXPIRED_KEY'],
  ['--receiver-listen <host:port>', 'where to listen for deliveries, in mode full', address],
  ['--receiver-url <url>', 'public HTTPS URL that leads to the receiver', receiverUrl],
  ['--receiver-ca-out <file>', 'where to write the CA of the receiver (default: a temporary file)', text],
  ['--ca <file>', 'certificates, in PEM, to trust besides the usual ones', text, 'CA'],
  ['--insecure', 'take any certificate of the deployment'],
  [
    '--mode <mode>',
    'how much may be changed: read-only, non-disruptive or full (default: non-disruptive)',
    mode,
  ],
  ['--plan <plan>', 'free, pro or requests per second: probes the limit in mode full', plan],
  [
    '--rate <n>',
    'requests per second at most, or none (default: 0.8 of the plan, else 8; none on loopback)',
    rate,
  ],
  ['--idempotency <place>', 'header:NAME or body:NAME of the idempotency key', place],
  ['--only <ids>', 'checks or rules to run, separated by commas', list],
  ['--seed <n>', 'makes the random requests of an earlier run again', seed],
  ['--samples <n>', 'random requests of each property (default: 25)', samples],
  ['--list', 'print the checks and run none'],
  ['--dry-run', 'print what a run would send, and send nothing'],
  ['--dialect <file>', 'choices that the deployment has to make: others fail', text],
  ['--dialect-out <file>', 'write the choices that were observed', text],
  ['--json <file>', 'write the report', text],
  ['--html <file>', 'write the report as a page to look at', text],
  ['--junit <file>', 'write the report as JUnit XML, for CI', text],
  ['--ledger <file>', 'where to note what is created (default: a temporary file)', text],
  ['--plant <file>', 'begin the check of the 24-hour window: create what --verify asks for', text],
  ['--verify <file>', 'end it, 20 to 23.5 hours after --plant; later only observe', text],
  ['--baseline <file>', 'known failures: each warns until its last day, and fails once it is over', text],
  ['--cleanup <file>', 'delete the webhooks that stand in the ledger of a run that was killed', text],
]

/** How the command writes. */
export interface Output {
  print: (text: string) => void
  complain: (text: string) => void
}

/**
 * Reads the command line, and the environment where the line is silent; a variable that is empty is none. Throws a
 * `Refusal` that names what is wrong, or a `CommanderError` where all is said already.
 */
export function readCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { print, complain }: Output,
): Asked {
  let diff: readonly [string, string] | undefined
  const command = describe((a, b) => void (diff = [a, b])).configureOutput({
    writeOut: (told) => print(told.trimEnd()),
    // An unknown flag may be a misspelt one that holds a key.
    writeErr: (told) =>
      complain(withoutSecrets(told.trimEnd().replace(/(unknown option '[^'=]*)=[^']*/, '$1'))),
  })
  for (const one of command.commands) one.copyInheritedSettings(command).allowExcessArguments(false)
  assertValues(command, args)
  command.parse([...args], { from: 'user' })
  if (diff) return { diff }
  if (command.args.length > 0) throw strayWord(command.args[0] ?? '')
  const options: Partial<CommandOptions> = command.opts()
  for (const [names, , read = text, variable] of flags) {
    const name = new Option(names).attributeName() as keyof CommandOptions
    const given = variable && env[`EVENT_DELIVERY_${variable}`]?.trim()
    if (!given || options[name] !== undefined) continue
    const words = name === 'scopedKey' ? given.split(/\s+/) : [given]
    const value = words.reduce<unknown>(
      (before, word) => named(`EVENT_DELIVERY_${variable}`, read)(word, before),
      undefined,
    )
    Object.assign(options, { [name]: value })
  }
  return { options: { ...options, mode: options.mode ?? 'non-disruptive' } }
}

function describe(onDiff: (a: string, b: string) => void): Command {
  const command = new Command('event-delivery-conformance')
    .description('Judges whether a deployment conforms to the Event Delivery Service interface.')
    .version(version)
    .allowExcessArguments()
    .helpCommand(true)
    .action(() => undefined)
    .addHelpText('after', '\nExit status: 0 conformant, 1 non-conformant, 2 it could not run, 3 incomplete.')
    .showHelpAfterError('--help shows all flags.')
    .exitOverride()
  for (const [names, told, read, variable] of flags) {
    const option = new Option(names, variable ? `${told} (env: EVENT_DELIVERY_${variable})` : told)
    if (read) option.argParser<unknown>(named(option.long ?? names, read))
    command.addOption(option)
  }
  command
    .command('diff <a> <b>')
    .description('Shows in what two dialects or two reports differ. Exit status: 0 the same, 1 different.')
    .action(onDiff)
  return command
}

/** Says whose value is wrong, and not the value: it may be a secret. */
function named(name: string, read: Read): (value: string, before?: unknown) => unknown {
  return (value, before) => {
    try {
      return read(value, before as never)
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      throw new Refusal(`${name}${error.message.startsWith(':') ? '' : ' '}${error.message}`)
    }
  }
}

/** A flag takes the next word as its value, even where that is a flag; what an unset variable leaves is empty. */
function assertValues(command: Command, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const [, name, inline] = /^(--[a-z-]+)(?:=([\s\S]*))?$/.exec(arg) ?? []
    if (!command.options.some(({ long, required }) => required && long === name)) continue
    const value = inline ?? args[index + 1]
    if (value === undefined || (inline === undefined && value.startsWith('--')))
      throw new Refusal(`${name} has no value. --help shows what it takes.`)
    if (value.trim() === '') throw new Refusal(`${name} is empty: is the variable set that it comes from?`)
  }
}

function strayWord(word: string): Refusal {
  const meant = /^https?:/.test(word) ? ' Did you mean --base-url?' : didYouMean(word, ['diff', 'help'])
  return new Refusal(`A word stands on the line that belongs to no flag.${meant} --help shows all flags.`)
}

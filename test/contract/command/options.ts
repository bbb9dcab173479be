import { Command, InvalidArgumentError, Option } from 'commander'
import { operations, type Scope } from '../../../generated/operations'
import { isLoopback } from '../engine/target'
import { version } from '../version'
import type { IdempotencyPlace } from '../engine/options'
import type { Mode } from '../engine/check'
import type { ScopedKey } from '../engine/target'

/** What the command line and the environment say. */
export interface CommandOptions {
  baseUrl?: string
  liveKey?: string
  testKey?: string
  scopedKey: ScopedKey[]
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

const scopes = new Set(Object.values(operations).flatMap(({ scope }) => (scope ? [scope] : [])))

/** The paths of `diff`. */
export type Pair = readonly [a: string, b: string]

/** Describes the command. `onDiff` gets the paths where it is `diff` that is asked for. Its options stand in `design`; each key may come from the environment instead. */
export function describeCommand(onDiff: (pair: Pair) => void): Command {
  const env = (flags: string, text: string, name: string) =>
    new Option(flags, text).env(`EVENT_DELIVERY_${name}`)
  const command = new Command('event-delivery-conformance')
    .description('Judges whether a deployment conforms to the Event Delivery Service interface.')
    .version(version)
    .addOption(env('--base-url <url>', 'where the deployment answers', 'BASE_URL').argParser(baseUrl))
    .addOption(env('--live-key <key>', 'a live key with full access', 'LIVE_KEY'))
    .addOption(env('--test-key <key>', 'a test key with full access', 'TEST_KEY'))
    .addOption(
      new Option(
        '--scoped-key <scopes=key>',
        'a scoped key, its scopes first: events:read,webhooks:read=sk_... (repeatable)',
      )
        .argParser(scopedKey)
        .default([], 'EVENT_DELIVERY_SCOPED_KEYS, separated by blanks'),
    )
    .addOption(env('--expired-key <key>', 'a scoped key whose end has passed', 'EXPIRED_KEY'))
    .addOption(
      new Option('--receiver-listen <host:port>', 'where to listen for deliveries').argParser(address),
    )
    .addOption(
      new Option('--receiver-url <url>', 'public HTTPS URL that leads to the receiver').argParser(
        receiverUrl,
      ),
    )
    .option('--receiver-ca-out <file>', 'where to write the CA of the receiver (default: a temporary file)')
    .addOption(env('--ca <file>', 'certificates, in PEM, to trust besides the usual ones', 'CA'))
    .option('--insecure', 'take any certificate of the deployment')
    .addOption(
      new Option('--mode <mode>', 'how much may be changed')
        .choices(['read-only', 'non-disruptive', 'full'])
        .default('non-disruptive'),
    )
    .addOption(
      new Option(
        '--plan <plan>',
        'free, pro or requests per second: probes the limit in mode full',
      ).argParser(plan),
    )
    .addOption(new Option('--rate <n>', 'requests per second at most, or none').argParser(rate))
    .addOption(
      new Option('--idempotency <place>', 'header:NAME or body:NAME of the idempotency key').argParser(place),
    )
    .addOption(new Option('--only <ids>', 'checks or rules to run, separated by commas').argParser(list))
    .addOption(new Option('--seed <n>', 'makes the random requests of an earlier run again').argParser(seed))
    .addOption(
      new Option('--samples <n>', 'random requests of each property (default: 25)').argParser(samples),
    )
    .option('--list', 'print the checks and run none')
    .option('--dry-run', 'print what a run would send, and send nothing')
    .option('--dialect <file>', 'choices that the deployment has to make: others fail')
    .option('--dialect-out <file>', 'write the choices that were observed')
    .option('--json <file>', 'write the report')
    .option('--html <file>', 'write the report as a page to look at')
    .option('--junit <file>', 'write the report as JUnit XML, for CI')
    .option('--ledger <file>', 'where to note what is created (default: a file among the temporary ones)')
    .option('--plant <file>', 'begin the check of the 24-hour window: create what --verify asks for')
    .option('--verify <file>', 'end it, 20 to 23.5 hours after --plant; later only observe')
    .option('--baseline <file>', 'known failures: each warns until its last day, and fails once it is over')
    .option('--cleanup <file>', 'delete the webhooks that stand in the ledger of a run that was killed')
    .action(() => undefined)
    .addHelpText('after', '\nExit status: 0 conformant, 1 non-conformant, 2 it could not run, 3 incomplete.')
    .exitOverride()
  command
    .command('diff <a> <b>')
    .description('Shows in what two dialects or two reports differ. Exit status: 0 the same, 1 different.')
    .action((a: string, b: string) => onDiff([a, b]))
  return command
}

/** Scoped keys of the environment, which commander cannot collect. */
export function scopedKeysOf(text: string | undefined): ScopedKey[] {
  return (text ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .reduce<ScopedKey[]>((keys, one) => scopedKey(one, keys), [])
}

function baseUrl(text: string): string {
  const url = parse(text)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new InvalidArgumentError('It has to be HTTPS, loopback aside.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidArgumentError('It has to be HTTPS.')
  if (url.username || url.search || url.hash)
    throw new InvalidArgumentError('It takes no user, query or fragment.')
  return url.href.replace(/\/+$/, '')
}

function receiverUrl(text: string): string {
  const url = parse(text)
  if (url.protocol !== 'https:') throw new InvalidArgumentError('Webhooks are HTTPS.')
  return url.href.replace(/\/+$/, '')
}

function parse(text: string): URL {
  if (!URL.canParse(text)) throw new InvalidArgumentError('It is no URL.')
  return new URL(text)
}

function scopedKey(text: string, keys: ScopedKey[] = []): ScopedKey[] {
  const split = text.indexOf('=')
  const named = split > 0 ? text.slice(0, split).split(',') : []
  const value = text.slice(split + 1)
  const unknown = named.find((scope) => !scopes.has(scope as Scope))
  if (split < 1 || value === '') throw new InvalidArgumentError('It is SCOPE[,SCOPE]=KEY.')
  if (unknown !== undefined) {
    throw new InvalidArgumentError(`${unknown} is no scope. There are ${[...scopes].join(', ')}.`)
  }
  return [...keys, { value, scopes: named as Scope[] }]
}

function address(text: string): { host: string; port: number } {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (!host || Number(port) > 65_535) throw new InvalidArgumentError('It is HOST:PORT.')
  return { host, port: Number(port) }
}

function plan(text: string): number {
  if (text === 'free') return 10
  if (text === 'pro') return 100
  return positive(text)
}

function rate(text: string): number {
  return text === 'none' ? Infinity : positive(text)
}

function positive(text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new InvalidArgumentError('It is a number above zero.')
  return number
}

function samples(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 on.')
  return Number(text)
}

function seed(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}

function place(text: string): IdempotencyPlace {
  const [, where, name] = /^(header|body):(.+)$/.exec(text) ?? []
  if (!name) throw new InvalidArgumentError('It is header:NAME or body:NAME.')
  return { in: where as IdempotencyPlace['in'], name }
}

function list(text: string): string[] {
  return text.split(',').filter(Boolean)
}

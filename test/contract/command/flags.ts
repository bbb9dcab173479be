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
import type { Mode } from '../engine/vocabulary'

/** The other flags of a command line, by their long names. */
export interface Given {
  mode: Mode
  has(name: string): boolean
}

/** A flag of the command: all that is known of it. */
export interface Flag<Value> {
  /** The form of its value. A flag without one is a switch. */
  value?: string
  help: string
  /** Makes its value of a text; `before` is what the texts before gave. Throws a `WrongValue`. */
  read?(text: string, before?: Value): Value
  /** It may be given several times, and its variable holds several values, separated by blanks. */
  repeats?: boolean
  /** The end of the environment variable that gives its value where the line does not: `EVENT_DELIVERY_<variable>`. */
  variable?: string
  /** Its value is an API key, which no other flag may repeat. */
  keys?(value: Value): readonly string[]
  /** Its value is the path of a file. No two flags may write one file. */
  file?: 'read' | 'written'
  /** Left out of the commands that are told for a second run, which do another task or take another value. */
  onlyOnce?: boolean
  /** What makes no sense beside another flag; the text follows the flag's name. */
  contradiction?(given: Given, value: Value): string | undefined
}

/** Infers what kind of value a flag has. */
const flag = <Value>(row: Flag<Value>): Flag<Value> => row
const onOff = (help: string, more: Partial<Flag<boolean>> = {}) => flag<boolean>({ help, ...more })
const file = (access: 'read' | 'written', help: string, more: Partial<Flag<string>> = {}) =>
  flag<string>({ value: '<file>', help, file: access, read: (text) => text, ...more })

const inFullOnly = ({ mode }: Given) =>
  mode === 'full' ? undefined : `is for deliveries, which mode ${mode} does not judge: --mode full does.`

/** Refuses a task beside those that come after it in the table. */
const asOneTask =
  (...others: readonly string[]) =>
  (given: Given) => {
    const other = others.find((name) => given.has(name))
    return other === undefined ? undefined : `and ${other} belong to different runs.`
  }

const creatingEvents =
  (...others: readonly string[]) =>
  (given: Given) =>
    given.mode === 'read-only'
      ? 'creates an event, which mode read-only does not: leave --mode out.'
      : asOneTask(...others)(given)

/** Every flag of the command by the name of its option. Help, environment, README and the commands that are told follow from it. */
export const flags = {
  baseUrl: flag({
    value: '<url>',
    help: 'where the deployment answers',
    read: baseUrl,
    variable: 'BASE_URL',
    onlyOnce: true,
  }),
  liveKey: flag({
    value: '<key>',
    help: 'a live key with full access',
    read: key,
    variable: 'LIVE_KEY',
    keys: (value) => [value],
    onlyOnce: true,
    contradiction: (_, value) =>
      value.startsWith('sk_test_') ? 'is a test key, as sk_test_ says. Were the two swapped?' : undefined,
  }),
  testKey: flag({
    value: '<key>',
    help: 'a test key with full access',
    read: key,
    variable: 'TEST_KEY',
    keys: (value) => [value],
    onlyOnce: true,
    // It would create live data where none was allowed.
    contradiction: (_, value) =>
      value.startsWith('sk_live_') ? 'is a live key, as sk_live_ says. Were the two swapped?' : undefined,
  }),
  scopedKey: flag({
    value: '<scopes=key>',
    help: 'a scoped key, its scopes first: events:read,webhooks:read=sk_... (repeatable; in the variable separated by blanks)',
    read: scopedKeys,
    repeats: true,
    variable: 'SCOPED_KEYS',
    keys: (all) => all.map(({ value }) => value),
    onlyOnce: true,
  }),
  expiredKey: flag({
    value: '<key>',
    help: 'a scoped key whose end has passed',
    read: key,
    variable: 'EXPIRED_KEY',
    keys: (value) => [value],
    onlyOnce: true,
  }),
  receiverListen: flag({
    value: '<host:port>',
    help: 'where to listen for deliveries, in mode full',
    read: address,
    contradiction: (given, { host }) =>
      inFullOnly(given) ??
      (/^(0\.0\.0\.0|::)$/.test(host) && !given.has('--receiver-url')
        ? 'is an address to which nothing can be sent: name one with --receiver-url.'
        : undefined),
  }),
  receiverUrl: flag({
    value: '<url>',
    help: 'public HTTPS URL that leads to the receiver',
    read: receiverUrl,
    contradiction: inFullOnly,
  }),
  receiverCaOut: file('written', 'where to write the CA of the receiver (default: a temporary file)', {
    contradiction: inFullOnly,
  }),
  ca: file('read', 'certificates, in PEM, to trust besides the usual ones', { variable: 'CA' }),
  insecure: onOff('take any certificate of the deployment'),
  mode: flag({
    value: '<mode>',
    help: 'how much may be changed: read-only, non-disruptive or full (default: non-disruptive)',
    read: mode,
  }),
  plan: flag({
    value: '<plan>',
    help: 'free, pro or requests per second: probes the limit in mode full',
    read: plan,
  }),
  rate: flag({
    value: '<n>',
    help: 'requests per second at most, or none (default: 0.8 of the plan, else 8; none on loopback)',
    read: rate,
  }),
  idempotency: flag({
    value: '<place>',
    help: 'header:NAME or body:NAME of the idempotency key',
    read: place,
  }),
  only: flag({
    value: '<ids>',
    help: 'checks or rules to run, separated by commas',
    read: list,
    onlyOnce: true,
  }),
  seed: flag({
    value: '<n>',
    help: 'makes the random requests of an earlier run again',
    read: seed,
    onlyOnce: true,
  }),
  samples: flag({ value: '<n>', help: 'random requests of each property (default: 25)', read: samples }),
  list: onOff('print the checks and run none'),
  dryRun: onOff('print what a run would send, and send nothing', {
    contradiction: (given) => (given.has('--cleanup') ? 'has nothing to tell of --cleanup.' : undefined),
  }),
  dialect: file('read', 'choices that the deployment has to make: others fail'),
  dialectOut: file('written', 'write the choices that were observed', { onlyOnce: true }),
  json: file('written', 'write the report', { onlyOnce: true }),
  html: file('written', 'write the report as a page to look at', { onlyOnce: true }),
  junit: file('written', 'write the report as JUnit XML, for CI', { onlyOnce: true }),
  ledger: file('written', 'where to note what is created (default: a temporary file)', { onlyOnce: true }),
  plant: file('written', 'begin the check of the 24-hour window: create what --verify asks for', {
    onlyOnce: true,
    contradiction: creatingEvents('--verify', '--cleanup'),
  }),
  verify: file('read', 'end it, 20 to 23.5 hours after --plant; later only observe', {
    contradiction: creatingEvents('--cleanup'),
  }),
  baseline: file('read', 'known failures: each warns until its last day, and fails once it is over'),
  cleanup: file('read', 'delete the webhooks that stand in the ledger of a run that was killed'),
}

type Flags = typeof flags

/** The name of an option, as `baseUrl` of `--base-url`. */
export type OptionName = keyof Flags

/** The values of the flags that were given. */
export type Options = { [Name in OptionName]?: Flags[Name] extends Flag<infer Value> ? Value : never }

/** Every flag with the name of its option, in the order of the table. */
export const flagEntries = Object.entries(flags) as [OptionName, Flag<unknown>][]

/** The flag of an option: `--base-url` of `baseUrl`. */
export function flagOf(name: OptionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The environment variable that gives a flag's value where the line does not. */
export function variableOf({ variable }: Flag<unknown>): string | undefined {
  return variable && `EVENT_DELIVERY_${variable}`
}

import {
  type Flag,
  type FlagDetails,
  onOff as switchOf,
  valued as valueOf,
} from '../../../src/core/commands/flags'
import { oneOf, seconds, several, wholeNumber } from '../../../src/core/commands/values'
import { declaration } from './declarations'
import { type Mode, modes } from '../engine/vocabulary'
import { address, baseUrl, key, list, place, plan, rate, receiverUrl, scopedKey } from './values'

/** The other flags of a command line, by their long names. */
export interface Given {
  mode: Mode
  has(name: string): boolean
}

/** What the suite knows of a flag besides how it is read. */
interface Uses<Value> {
  /** The API keys in its value, which no other flag may repeat. */
  keys?(value: Value): readonly string[]
  /** Whether its value is a file to read or to write. No flag may write the file of another. */
  file?: 'read' | 'written'
  /** Whether it says what a run judges and how, so that `--repeat` takes it from the report of an earlier run. */
  ofTheRun?: boolean
  /** The words that hold its value for a shell, where the value is a key. `index` counts the flags of this name. */
  asVariable?(text: string, index: number): string
  /** Whether it is left out of the commands that the suite prints for a second run, which have another task or value. */
  onlyOnce?: boolean
  /** The end of a message that begins with the flag's name, where the flag makes no sense beside another. */
  contradiction?(given: Given, value: Value): string | undefined
}

/** A flag of the command, with all that the command knows of it. */
export type SuiteFlag<Value> = Flag<Value> & Uses<Value>

/** A flag with a value. */
const valued = <Value = string>(
  form: string,
  help: string,
  read?: (text: string, before?: Value) => Value,
  uses: FlagDetails<Value> & Uses<Value> = {},
): SuiteFlag<Value> => ({ ...valueOf(form, help, read), ...uses })

/** A flag without a value. */
const onOff = (help: string, uses: Uses<boolean> = {}): SuiteFlag<boolean> => ({ ...switchOf(help), ...uses })

/** A flag whose value is a time. */
const inSeconds = (help: string, uses?: Uses<number>) => valued('<s>', help, seconds(), uses)

/** A flag whose value is an API key. */
const keyed = (help: string, variable: string, foreign?: Uses<string>['contradiction']) =>
  valued('<key>', help, key, {
    variable,
    isSecret: true,
    keys: (value) => [value],
    asVariable: () => `$${variable}`,
    contradiction: foreign,
  })

/** A flag whose value is the path of a file. */
const file = (access: 'read' | 'written', help: string, uses: FlagDetails<string> & Uses<string> = {}) =>
  valued('<file>', help, undefined, { file: access, ...uses })

/** Refuses a key of the other mode. */
const notOf =
  (prefix: string, kind: string): Uses<string>['contradiction'] =>
  (_, value) =>
    value.startsWith(prefix) ? `is a ${kind} key, as ${prefix} says. Were the two swapped?` : undefined

/** Refuses a flag on deliveries in a mode that judges none. */
const inFullOnly = ({ mode }: Given) =>
  mode === 'full' ? undefined : `is for deliveries, which mode ${mode} does not judge: --mode full does.`

/** Refuses a task together with another one. */
const besides =
  (...others: readonly string[]) =>
  (given: Given) => {
    const other = others.find((name) => given.has(name))
    return other === undefined ? undefined : `and ${other} belong to different runs.`
  }

/** Refuses a task that creates events where the mode creates nothing. */
const creating =
  (...others: readonly string[]) =>
  (given: Given) =>
    given.mode === 'read-only'
      ? 'creates an event, which mode read-only does not: leave --mode out.'
      : besides(...others)(given)

const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::'
const once = { onlyOnce: true }
const ofTheRun = { ofTheRun: true }

/** Every flag of the command by the name of its option. Help, environment, README and printed commands are made of it. */
export const flags = {
  baseUrl: valued('<url>', 'where the deployment answers', baseUrl, {
    variable: 'EVENT_DELIVERY_BASE_URL',
    ...once,
  }),
  liveKey: keyed('a live key with full access', 'EVENT_DELIVERY_LIVE_KEY', notOf('sk_test_', 'test')),
  // A live key in place of the test key would create live data where the mode forbids that.
  testKey: keyed('a test key with full access', 'EVENT_DELIVERY_TEST_KEY', notOf('sk_live_', 'live')),
  scopedKey: valued(
    '<scopes=key>',
    'a scoped key, its scopes first: events:read,webhooks:read=sk_... (repeatable; in the variable separated by blanks)',
    several(scopedKey),
    {
      repeats: true,
      isSecret: true,
      variable: 'EVENT_DELIVERY_SCOPED_KEYS',
      keys: (all) => all.map(({ value }) => value),
      // Evidence shows the keys by the same names.
      asVariable: (text, index) => `${text.slice(0, text.indexOf('='))}=$EVENT_DELIVERY_SCOPED_KEY_${index}`,
    },
  ),
  expiredKey: keyed('a scoped key whose end has passed', 'EVENT_DELIVERY_EXPIRED_KEY'),
  receiverListen: valued('<host:port>', 'where to listen for deliveries, in mode full', address, {
    ...ofTheRun,
    contradiction: (given, { host }) =>
      inFullOnly(given) ??
      (isAnyAddress(host) && !given.has('--receiver-url')
        ? 'is an address to which nothing can be sent: name one with --receiver-url.'
        : undefined),
  }),
  receiverUrl: valued('<url>', 'public HTTPS URL that leads to the receiver', receiverUrl, {
    ...ofTheRun,
    contradiction: inFullOnly,
  }),
  receiverCaOut: file('written', 'where to write the CA of the receiver (default: a temporary file)', {
    contradiction: inFullOnly,
  }),
  ca: file('read', 'certificates, in PEM, to trust besides the usual ones', {
    variable: 'EVENT_DELIVERY_CA',
  }),
  insecure: onOff('take any certificate of the deployment'),
  mode: valued(
    '<mode>',
    'how much may be changed: read-only, non-disruptive or full (default: non-disruptive)',
    oneOf(modes),
    ofTheRun,
  ),
  plan: valued('<plan>', 'free, pro or requests per second: probes the limit in mode full', plan, ofTheRun),
  rate: valued(
    '<n>',
    'requests per second at most, or none (default: 0.8 of the plan, else 8; none on loopback)',
    rate,
    ofTheRun,
  ),
  concurrency: valued(
    '<n>',
    'checks made at once, where they do not disturb each other (default: 6)',
    wholeNumber(1, 32),
    ofTheRun,
  ),
  timeLimit: inSeconds('seconds after which the run ends, judged or not (default: 600)', ofTheRun),
  listingTimeout: inSeconds('seconds that an event may take until a list shows it (default: 10)'),
  deliveryTimeout: inSeconds('seconds that a delivery may take (default: 20)', {
    ...ofTheRun,
    contradiction: inFullOnly,
  }),
  idempotency: valued('<place>', 'header:NAME or body:NAME of the idempotency key', place, ofTheRun),
  only: valued('<ids>', 'checks or rules to run, separated by commas', list, {
    repeats: true,
    ...once,
    ...ofTheRun,
  }),
  seed: valued('<n>', 'makes the random requests of an earlier run again', wholeNumber(0, 9_999_999_999), {
    ...once,
    ...ofTheRun,
  }),
  repeat: file(
    'read',
    'takes mode, seed and further flags from the report of an earlier run; those on the line win',
    { contradiction: besides('--plant', '--verify', '--cleanup'), ...once },
  ),
  samples: valued('<n>', 'random requests of each property (default: 25)', wholeNumber(1, 999_999), ofTheRun),
  quick: onOff('judge most rules that are a must by few checks, with 60 requests at most', {
    ...ofTheRun,
    contradiction: besides('--plant', '--verify', '--cleanup'),
  }),
  list: onOff('print the checks and run none'),
  dryRun: onOff('print what a run would send, and send nothing', {
    contradiction: (given) => (given.has('--cleanup') ? 'has nothing to tell of --cleanup.' : undefined),
  }),
  dialect: file('read', 'choices that the deployment has to make: others fail', ofTheRun),
  declare: valued(
    '<name=value>',
    'what its owner says of the deployment, which is checked: plan=pro, keys=none or a field of the dialect (repeatable)',
    declaration,
    { repeats: true, ...ofTheRun },
  ),
  dialectOut: file('written', 'write the choices that were observed', once),
  json: file('written', 'write the report', once),
  html: file('written', 'write the report as a page to look at', once),
  pages: valued('<folder>', 'write the report as a folder of pages, one for each rule', undefined, once),
  junit: file('written', 'write the report as JUnit XML, for CI', once),
  markdown: file('written', 'write a summary in Markdown, for a pull request', once),
  har: file('written', 'write all requests and deliveries as a HAR, without keys and secrets', once),
  badge: file('written', 'write the verdict as an SVG badge', once),
  github: onOff('print annotations for GitHub Actions, and add the summary to that of the job', once),
  ledger: file('written', 'where to note what is created (default: a temporary file)', once),
  plant: file('written', 'begin the check of the 24-hour window: create what --verify asks for', {
    contradiction: creating('--verify', '--cleanup'),
    ...once,
  }),
  verify: file('read', 'end it, 20 to 23.5 hours after --plant; later only observe', {
    contradiction: creating('--cleanup'),
  }),
  baseline: file(
    'read',
    'known failures: each warns until its last day, and fails once it is over',
    ofTheRun,
  ),
  cleanup: file('read', 'delete the webhooks that stand in the ledger of a run that was killed'),
}

/** The name of an option, as `baseUrl` of `--base-url`. */
export type OptionName = keyof typeof flags

/** Every flag with the name of its option, in the order of the table. */
export const flagEntries = Object.entries(flags) as [OptionName, SuiteFlag<unknown>][]

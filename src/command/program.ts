import type { Readable } from 'node:stream'
import { type FlagValues, onOff, valued } from '../core/commands/flags'
import type { CommandShape } from '../core/commands/program'
import { WrongValue } from '../core/commands/usage-error'
import { listOf, numberFrom, oneOf, seconds, several, wholeNumber } from '../core/commands/values'
import type { Clock } from '../transport/clock'
import type { Output, Sink } from './output'
import { rowStates } from '../outbox/table'
import { deliveryStates } from '../stores/postgres/kept-rows'
import { schemeNames } from './schemes'

/** Every flag of the command. A name means the same in each command that has it. */
export const flags = {
  baseUrl: valued('<url>', "the service's address", undefined, { variable: 'EVENT_DELIVERY_BASE_URL' }),
  allowHttp: valued(
    '<host>',
    'permit plain http to this host, such as one of a compose network; repeatable',
    several((host: string) => host),
    { repeats: true },
  ),
  apiKeyFile: valued('<file>', 'file that holds the API key, in place of EVENT_DELIVERY_API_KEY'),
  dialect: valued('<file>', 'how this deployment resolves what the interface leaves open (JSON)'),
  timeout: valued('<seconds>', 'how long one request may take, 30 unless given', seconds()),
  rate: valued('<n>', 'the most requests a second, learnt from the service unless given', numberFrom(0.001)),
  data: valued('<json>', 'the payload: JSON, @FILE, or - for the standard input'),
  idempotencyKey: valued('<key>', 'makes the command safe to repeat for 24 hours'),
  limit: valued('<n>', 'end after so many', wholeNumber(1)),
  cursor: valued('<cursor>', 'begin at this page, as an earlier list named it'),
  all: onOff('print every event', { excludes: ['limit'] }),
  events: valued(
    '<types>',
    'event types, separated by commas; * for all',
    listOf('order.paid,order.shipped, or "*"'),
  ),
  description: valued('<text>', 'a text to know the webhook by'),
  secretFile: valued('<file>', 'file of the webhook secret'),
  secret: valued(
    '<secret>',
    'the webhook secret; the file or the variable show it to nobody else; repeatable',
    several((secret: string) => secret),
    { repeats: true, isSecret: true },
  ),
  forwardTo: valued('<url>', 'where your receiver listens'),
  to: valued('<url>', 'where the receiver listens'),
  interval: valued(
    '<seconds>',
    'how long to wait between two looks at the list, 2 unless given',
    seconds(0.05),
  ),
  headers: valued('<file>', 'file with the headers of the delivery, one a line'),
  header: valued(
    "<'name: value'>",
    'a header of the delivery; repeatable',
    several((header: string) => header),
    { repeats: true },
  ),
  scheme: valued('<scheme>', schemeNames.join(', '), oneOf(schemeNames)),
  now: valued('<time>', 'judge as if it were this time: Unix seconds, or a date', time),
  database: valued('<url>', 'the database of the rows', undefined, {
    variable: 'DATABASE_URL',
    isSecret: true,
  }),
  schema: valued(
    '<name>',
    'the schema of the tables, event_delivery_outbox or event_delivery_inbox unless given',
  ),
  state: valued(
    '<state>',
    `${rowStates.join(', ')}; of an inbox ${Object.values(deliveryStates).join(', ')}`,
    oneOf([...new Set([...rowStates, ...Object.values(deliveryStates)])]),
  ),
  type: valued('<type>', 'only rows of this event type'),
  orderKey: valued('<key>', 'only rows of this order key'),
  olderThan: valued('<seconds>', 'only rows that were added longer ago', numberFrom(0)),
  before: valued('<time>', 'only rows that were added before this time: Unix seconds, or a date', time),
  failing: onOff('only rows that fail, and are tried again by themselves'),
  reason: valued('<text>', 'only rows whose reason holds this text'),
  dryRun: onOff('count the rows, and change none'),
  concurrency: valued('<n>', 'how many events are under way at once, 16 unless given', wholeNumber(1)),
  newKey: onOff('send it under a new idempotency key'),
  mayDouble: onOff('permit that the service gets a second event'),
  print: onOff('print the statements, and execute none'),
  tolerance: valued('<seconds>', 'how old a signature may be, 300 unless given', numberFrom(0)),
  json: onOff('print one JSON object a line, for other programs'),
}

export type FlagName = keyof typeof flags

/** The flags of every command that calls the service. */
export const connectionFlags = [
  'baseUrl',
  'allowHttp',
  'apiKeyFile',
  'dialect',
  'timeout',
  'rate',
  'json',
] as const satisfies readonly FlagName[]

const caAdvice =
  'Node takes further authorities from the environment: set NODE_EXTRA_CA_CERTS=FILE (PEM) before the command starts.'

/** Flags that somebody may expect, and why there is none. */
export const refused = {
  '--api-key':
    'A key on a command line can be read by others on this machine and stays in the history of the shell. Set EVENT_DELIVERY_API_KEY, or name a file by --api-key-file.',
  '--key': 'The API key comes from EVENT_DELIVERY_API_KEY, or from the file that --api-key-file names.',
  '--ca': caAdvice,
  '--insecure': `A certificate is always checked. ${caAdvice}`,
}

/** The surroundings of the command: its process, or a stand-in that a test gives. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>
  input: Readable
  out: Sink
  err: Sink
  clock: Clock
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Called with the command that begins. */
  onBegin?: (command: Command) => void
  /** Called with what was created, before it is printed. */
  onCreated?: (creation: Creation) => void
}

/** The input and the surroundings of a command. */
export interface Invocation extends Omit<Surroundings, 'out' | 'err'> {
  /** The arguments behind the name of the command. */
  args: readonly string[]
  flags: FlagValues<typeof flags>
  output: Output
}

/** The event or the webhook that a command created, for the case that its result cannot be written. */
export interface Creation {
  /** Tells of it on the standard error, for whoever cannot read the result. */
  tell(): void
  /** Whether the result holds what the service shows only once, so that the command failed where nobody reads it. */
  isShownOnce: boolean
}

/** A command as data, with what it does. */
export interface Command extends CommandShape<FlagName> {
  /**
   * Whether the command is run for its work, as a relay is, and not for its output. Other commands end with success when their output is a
   * pipe whose reader has closed it, as `head` does.
   */
  isService?: true
  /** Resolves with the exit status, unless that is 0. */
  run(invocation: Invocation): Promise<number | void>
}

/** Reads a point in time: Unix seconds, or a date. In milliseconds since the epoch. */
function time(text: string): number {
  const time = /^\d{1,11}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (Number.isFinite(time)) return time
  throw new WrongValue('is neither Unix seconds nor a date, such as 1700000000 or 2026-11-21T03:00:00Z.')
}

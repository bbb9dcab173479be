/** A flag of the command line. A flag without `value` is a switch. */
export interface FlagDefinition {
  /** The word that stands for the value in the help. */
  value?: string
  help: string
  repeatable?: boolean
}

/** Every flag. A name means the same in each command that has it. */
export const flagDefinitions = {
  help: { help: 'print this help' },
  version: { help: 'print the version' },
  json: { help: 'print one JSON object a line, for other programs' },
  'allow-http': {
    value: 'HOST',
    help: 'permit plain http to this host, such as one of a compose network; repeatable',
    repeatable: true,
  },
  'api-key-file': { value: 'FILE', help: 'file that holds the API key, in place of EVENT_DELIVERY_API_KEY' },
  'base-url': { value: 'URL', help: "the service's address, in place of EVENT_DELIVERY_BASE_URL" },
  dialect: { value: 'FILE', help: 'how this deployment resolves what the interface leaves open (JSON)' },
  timeout: { value: 'SECONDS', help: 'how long one request may take, 30 unless given' },
  rate: { value: 'N', help: 'the most requests a second, learnt from the service unless given' },
  data: { value: 'JSON', help: 'the payload: JSON, @FILE, or - for the standard input' },
  'idempotency-key': { value: 'KEY', help: 'makes the command safe to repeat for 24 hours' },
  limit: { value: 'N', help: 'end after so many events' },
  cursor: { value: 'CURSOR', help: 'begin at this page, as an earlier list named it' },
  all: { help: 'print every event' },
  events: { value: 'TYPE,...', help: 'event types, separated by commas; * for all' },
  description: { value: 'TEXT', help: 'a text to know the webhook by' },
  'secret-file': { value: 'FILE', help: 'file of the webhook secret' },
  secret: {
    value: 'SECRET',
    help: 'the webhook secret; the file or the variable show it to nobody else',
    repeatable: true,
  },
  'forward-to': { value: 'URL', help: 'where your receiver listens' },
  interval: { value: 'SECONDS', help: 'how long to wait between two looks at the list, 2 unless given' },
  headers: { value: 'FILE', help: 'file with the headers of the delivery, one a line' },
  header: { value: "'NAME: VALUE'", help: 'a header of the delivery; repeatable', repeatable: true },
  scheme: { value: 'SCHEME', help: 'standard-webhooks, svix, timestamped-hex or body-hex' },
  now: { value: 'TIME', help: 'judge as if it were this time: Unix seconds, or a date' },
  database: { value: 'URL', help: 'the database of the outbox, in place of DATABASE_URL' },
  schema: { value: 'NAME', help: 'the schema of its tables, event_delivery_outbox unless given' },
  concurrency: { value: 'N', help: 'how many events are under way at once, 16 unless given' },
  'new-key': { help: 'send it under a new idempotency key' },
  'may-double': { help: 'permit that the service gets a second event' },
  print: { help: 'print the statements, and execute none' },
  tolerance: { value: 'SECONDS', help: 'how old a signature may be, 300 unless given' },
} as const satisfies Readonly<Record<string, FlagDefinition>>

export type FlagName = keyof typeof flagDefinitions

/** The definition of a flag, with all of its optional fields. */
export const definitionOf = (name: FlagName): FlagDefinition => flagDefinitions[name]

/** The flags of every command. */
export const generalFlags = ['json', 'help'] as const satisfies readonly FlagName[]

/** The flags of every command that calls the service. */
export const connectionFlags = [
  'base-url',
  'allow-http',
  'api-key-file',
  'dialect',
  'timeout',
  'rate',
] as const satisfies readonly FlagName[]

const caAdvice =
  'Node takes further authorities from the environment: set NODE_EXTRA_CA_CERTS=FILE (PEM) before the command starts.'

/** Flags that somebody may expect, and why there is none. */
export const refusedFlags: Readonly<Record<string, string>> = {
  'api-key':
    'A key on a command line can be read by others on this machine and stays in the history of the shell. Set EVENT_DELIVERY_API_KEY, or name a file by --api-key-file.',
  key: 'The API key comes from EVENT_DELIVERY_API_KEY, or from the file that --api-key-file names.',
  ca: caAdvice,
  insecure: `A certificate is always checked. ${caAdvice}`,
}

/** The flags of a command line, as they were given. */
export interface Flags {
  has(name: FlagName): boolean
  /** The value of a flag, or `undefined` where it was not given. */
  text(name: FlagName): string | undefined
  /** Every value of a flag that may be repeated. */
  all(name: FlagName): readonly string[]
}

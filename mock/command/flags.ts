import type { Dialect } from '../../generated/dialect'
import type { Forward } from '../deliveries/forwards'
import type { Plan } from '../settings/plan'
import type { Role } from '../settings/role'
import type { Seed } from '../state/seed'
import { authorities, forwards, keyFile, readDialect, readSeed } from './flag-values'
import { localWebhooks, type LocalWebhook } from './local-webhooks'
import { address, bytes, hosts, logForm, origins, plan, port, tlsNames, type LogForm } from './plain-values'
import { retention, role, schemaName, serverUrl, storePlace, type StorePlace } from './store-values'

/** The headings under which `--help` lists the flags. */
export type Group = 'Address' | 'Behaviour' | 'Store' | 'Deliveries' | 'Prism' | 'Output'

/** A flag of the command. Help, README and reader are made of it. */
export interface Flag<Value> {
  group: Group
  /** The form of its value. A flag without one is a switch. */
  form?: string
  help: string
  /** Makes the value of a text. `before` is the value of the same flag earlier on the line. Throws when the text is wrong. */
  read?(text: string, before?: Value): Value
  /** The flags beside which it makes no sense. */
  excludes?: readonly string[]
}

const valued =
  (group: Group) =>
  <Value>(form: string, help: string, read: (text: string, before?: Value) => Value): Flag<Value> => ({
    group,
    form,
    help,
    read,
  })

const onOff =
  (group: Group) =>
  (help: string, excludes?: readonly string[]): Flag<boolean> => ({ group, help, excludes })

const anAddress = valued('Address')
const aBehaviour = valued('Behaviour')
const ofStore = valued('Store')
const ofDeliveries = valued('Deliveries')

/** A flag whose value is the path of a file that is read later. */
const file = (text: string) => text

/** Every flag of the command, by the name of its option. */
export const flags = {
  port: anAddress('<number>', 'port to listen on, 0 for a free one (default: 4010)', port),
  host: anAddress('<address>', 'address to listen on (default: 127.0.0.1)', address),
  tls: onOff('Address')('serve HTTPS, with a certificate that the mock makes'),
  tlsName: anAddress(
    '<name>',
    'a further name or address in that certificate, such as mock.test; repeatable',
    tlsNames,
  ),
  caOut: anAddress(
    '<file>',
    'write the authority of that certificate (PEM) to this file, for clients to trust',
    file,
  ),
  cert: anAddress('<file>', 'serve HTTPS with this certificate (PEM); goes with --key', file),
  key: anAddress('<file>', 'the private TLS key of --cert (PEM). API keys are given by a --seed', keyFile),
  allowHost: anAddress(
    '<name>',
    'answer requests to this host name too, such as the name of a compose service; repeatable',
    hosts,
  ),
  allowOrigin: anAddress(
    '<origin>',
    'let pages of this origin use the mock, besides those on loopback; repeatable',
    origins,
  ),
  dialect: aBehaviour<Dialect>('<file>', 'play the deployment that this file describes (JSON)', readDialect),
  plan: aBehaviour<Plan>('<plan>', 'rate limit: none, free, pro or enterprise:N (default: none)', plan),
  seed: aBehaviour<Seed>(
    '<file>',
    "events, webhooks and keys to start with (JSON), or examples: the document's own",
    readSeed,
  ),
  maxMemory: aBehaviour(
    '<size>',
    'bound of all data that is kept, such as 256MiB (default: 512MiB, or half of the heap of Node where that is less)',
    bytes,
  ),
  store: ofStore<StorePlace>(
    '<place>',
    'keep all data in a PostgreSQL (postgres://...), or in one of its own in a folder (./data), in place of memory',
    storePlace,
  ),
  role: ofStore<Role>(
    '<role>',
    'the part of this process where several share a store: api answers, worker delivers, all does both (default: all)',
    role,
  ),
  retain: ofStore(
    '<time>',
    'drop the events of a store that are older, such as 30d or 2w (default: none is dropped)',
    retention,
  ),
  storeSchema: ofStore(
    '<name>',
    'the schema that holds the data of a store (default: event_delivery)',
    schemaName,
  ),
  listenUrl: ofStore(
    '<url>',
    'the PostgreSQL itself, where --store leads to a pooler such as pgbouncer, which passes on no word of changes',
    serverUrl,
  ),
  noPrepare: onOff('Store')('use no prepared statements, which a pooler in transaction mode cannot keep'),
  webhook: ofDeliveries<readonly LocalWebhook[]>(
    '<url[=types]>',
    'register this receiver, for all live events or for those of the types, such as http://localhost:3000/hooks=order.paid; repeatable',
    localWebhooks,
  ),
  forward: ofDeliveries<readonly Forward[]>(
    '<from=to>',
    'send what is meant for one URL, and for all below it, to another; repeatable',
    forwards,
  ),
  ca: ofDeliveries<readonly string[]>(
    '<file>',
    'trust this authority (PEM) beyond loopback, besides the usual ones; repeatable',
    authorities,
  ),
  allowPrivate: onOff('Deliveries')('deliver to private addresses also when listening beyond loopback'),
  static: onOff('Prism')("serve Prism's mock of the same document, which remembers nothing", [
    ...['validate', 'dialect', 'plan', 'seed', 'forward', 'webhook', 'maxMemory', 'store'],
  ]),
  validate: onOff('Prism')(
    "put Prism's proxy in front: what breaks the document is logged, and ends in status 1",
  ),
  quiet: onOff('Output')('print the start, warnings and errors alone'),
  log: valued('Output')<LogForm>('<form>', 'text or json: one JSON object a line (default: text)', logForm),
  json: onOff('Output')('print the start as one line of JSON, with the baseUrl'),
} satisfies Record<string, Flag<unknown>>

type ValueOf<One> = One extends Flag<infer Value> ? Value : never

/** The values of the flags that stand on a line. */
export type FlagValues = { -readonly [Name in keyof typeof flags]?: ValueOf<(typeof flags)[Name]> }

/** Every flag with its name. */
export const flagEntries = Object.entries(flags) as [keyof typeof flags, Flag<unknown>][]

/** A flag as a command line has it: `--max-memory`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

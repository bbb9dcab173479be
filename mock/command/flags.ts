import { readCertificates } from '../../src/core/commands/files'
import { type FlagTable, type FlagValues as ValuesOf, onOff, valued } from '../../src/core/commands/flags'
import { oneOf, seconds, several, wholeNumber } from '../../src/core/commands/values'
import { parseForward } from '../deliveries/forwards'
import { signingTimes, type SignWith } from '../deliveries/signing-time'
import { roles } from '../settings/role'
import { checkedSchemaName } from '../store/postgres/schema-name'
import { localWebhooks } from './local-webhooks'
import { retention, serverUrl, storePlace } from './store-values'
import { address, bytes, dialect, host, keyFile, origin, plan, seed, tlsName } from './values'

/** The forms of the log. */
export type LogForm = 'text' | 'json'

/** Flags that the help lists under one heading. */
const under = <Table extends FlagTable>(group: string, table: Table): Table => {
  for (const flag of Object.values(table)) flag.group = group
  return table
}

// The flags beside which --static makes no sense.
const barred = ['validate', 'dialect', 'plan', 'seed', 'forward', 'signWith', 'webhook', 'maxMemory', 'store']

/** Every flag of the command, by the name of its option. */
export const flags = {
  ...under('Address', {
    port: valued('<number>', 'port to listen on, 0 for a free one (default: 4010)', wholeNumber(0, 65_535)),
    host: valued('<address>', 'address to listen on (default: 127.0.0.1)', address),
    tls: onOff('serve HTTPS, with a certificate that the mock makes'),
    tlsName: valued(
      '<name>',
      'a further name or address in that certificate, such as mock.test; repeatable',
      several(tlsName),
      { repeats: true },
    ),
    caOut: valued<string>(
      '<file>',
      'write the authority of that certificate (PEM) to this file, for clients to trust',
    ),
    cert: valued<string>('<file>', 'serve HTTPS with this certificate (PEM); goes with --key'),
    key: valued('<file>', 'the private TLS key of --cert (PEM). API keys are given by a --seed', keyFile, {
      isSecret: true,
    }),
    allowHost: valued(
      '<name>',
      'answer requests to this host name too, such as the name of a compose service; repeatable',
      several(host),
      { repeats: true },
    ),
    allowOrigin: valued(
      '<origin>',
      'let pages of this origin use the mock, besides those on loopback; repeatable',
      several(origin),
      { repeats: true },
    ),
  }),
  ...under('Behaviour', {
    dialect: valued('<file>', 'play the deployment that this file describes (JSON)', dialect),
    plan: valued('<plan>', 'rate limit: none, free, pro or enterprise:N (default: none)', plan),
    seed: valued(
      '<file>',
      "events, webhooks and keys to start with (JSON), or examples: the document's own",
      seed,
    ),
    maxMemory: valued(
      '<size>',
      'bound of all data that is kept, such as 256MiB (default: 512MiB, or half of the heap of Node where that is less)',
      bytes,
    ),
  }),
  ...under('Store', {
    store: valued(
      '<place>',
      'keep all data in a PostgreSQL (postgres://...), or in one of its own in a folder (./data), in place of memory',
      storePlace,
      { isSecret: true },
    ),
    role: valued(
      '<role>',
      'the part of this process where several share a store: api answers, worker delivers, all does both (default: all)',
      oneOf(roles),
    ),
    retain: valued(
      '<time>',
      'drop the events of a store that are older, such as 30d or 2w (default: none is dropped)',
      retention,
    ),
    storeSchema: valued(
      '<name>',
      'the schema that holds the data of a store (default: event_delivery)',
      checkedSchemaName,
    ),
    listenUrl: valued(
      '<url>',
      'the PostgreSQL itself, where --store leads to a pooler such as pgbouncer, which passes on no word of changes',
      serverUrl,
      { isSecret: true },
    ),
    noPrepare: onOff('use no prepared statements, which a pooler in transaction mode cannot keep'),
  }),
  ...under('Deliveries', {
    webhook: valued(
      '<url[=types]>',
      'register this receiver, for all live events or for those of the types, such as http://localhost:3000/hooks=order.paid; repeatable',
      localWebhooks,
      { repeats: true },
    ),
    forward: valued(
      '<from=to>',
      'send what is meant for one URL, and for all below it, to another; repeatable',
      several(parseForward),
      { repeats: true },
    ),
    deliveryConcurrency: valued(
      '<number>',
      'how many deliveries are under way at once (default: 256)',
      wholeNumber(1, 10_000),
    ),
    endpointConcurrency: valued(
      '<number>',
      'how many of them go to one webhook; to one that does not answer, one (default: 8)',
      wholeNumber(1, 1_000),
    ),
    deliveryTimeout: valued(
      '<seconds>',
      'how long an attempt to deliver waits for the answer (default: 15)',
      seconds(),
    ),
    signWith: valued<SignWith>(
      '<time>',
      'sign deliveries with real-time, or with mock-time, that of the clock (default: real-time)',
      oneOf(signingTimes),
    ),
    ca: valued(
      '<file>',
      'trust this authority (PEM) beyond loopback, besides the usual ones; repeatable',
      several((file: string) => readCertificates('--ca', file)),
      { repeats: true },
    ),
    allowPrivate: onOff('deliver to private addresses also when listening beyond loopback'),
  }),
  ...under('Prism', {
    static: onOff("serve Prism's mock of the same document, which remembers nothing", {
      excludes: barred,
    }),
    validate: onOff("put Prism's proxy in front: what breaks the document is logged, and ends in status 1"),
  }),
  ...under('Output', {
    quiet: onOff('print the start, warnings and errors alone'),
    log: valued<LogForm>(
      '<form>',
      'log every request and delivery as text or json, one object a line (default: text; without a terminal, what failed)',
      oneOf(['text', 'json']),
    ),
    json: onOff('print the start as one line of JSON, with the baseUrl'),
  }),
}

/** The values of the flags that stand on a line. */
export type FlagValues = ValuesOf<typeof flags>

export type FlagName = keyof typeof flags

import { visible } from '../../core/visible'
import type { ActResult, ListedRow, OutboxStatus } from '../../outbox/options'
import type { InboxStatus, ListedDelivery } from '../../stores/postgres/kept-rows'
import { payloadOf } from '../input'
import type { Output } from '../output'
import type { Command, FlagName, Invocation } from '../program'
import {
  aboutDatabase,
  databaseFlags,
  type Filter,
  type Listing,
  printStatements,
  type Queue,
  type QueueName,
  withQueue,
} from './database'

// So many rows are read at a time.
const pageSize = 100

const filterFlags = ['type', 'orderKey', 'olderThan', 'before', 'failing', 'reason'] as const

const riskFlags = ['newKey', 'mayDouble'] as const

const filterOf = ({ flags }: Invocation): Filter => {
  const { type, orderKey, olderThan, before, failing, reason } = flags
  return {
    ...{ type, orderKey, failing, reason },
    olderThan: olderThan === undefined ? undefined : olderThan * 1000,
    before: before === undefined ? undefined : new Date(before),
  }
}

const ofOutbox = (name: QueueName) => name === 'outbox'

function describeStatus(status: OutboxStatus | InboxStatus, now: number): string {
  const { waiting, parked, held, oldest } = status
  const since = oldest ? `, the oldest for ${Math.max(0, Math.round((now - oldest.getTime()) / 1000))} s` : ''
  const behind = held > 0 ? `, ${held} of them behind a parked row` : ''
  const [underWay, done] =
    'sending' in status
      ? [`${status.sending} being sent`, `${status.sent} sent and kept`]
      : [`${status.handling} being handled`, `${status.handled} handled and kept`]
  return `${waiting} waiting${behind}, ${underWay}${since}; ${parked} parked; ${done}.`
}

/** A row of either queue: what both have under one name, and what each has for itself. */
type AnyRow = Pick<ListedRow & ListedDelivery, keyof ListedRow & keyof ListedDelivery> &
  Partial<ListedRow & Omit<ListedDelivery, keyof ListedRow>>

const timeOf = ({ parkedAt, sentAt, handledAt, createdAt, receivedAt }: AnyRow): Date | undefined =>
  parkedAt ?? sentAt ?? handledAt ?? createdAt ?? receivedAt

/** The cells of a row: its id, state, time and type, and what is special about it. */
function cellsOf(row: AnyRow): string[] {
  const { id, state, type, orderKey = '', attempts, outcome, reason, eventId, deliveryId } = row
  const why = reason === undefined ? '' : `${outcome === undefined ? '' : `${outcome}: `}${reason}`
  const note = why || (eventId ?? deliveryId ?? '')
  const since = timeOf(row)?.toISOString() ?? ''
  return [id, state, since, String(attempts), type, orderKey, note].map(visible)
}

const heads = ['ROW', 'STATE', 'SINCE', 'FAILED', 'TYPE', 'KEY']

/** Prints rows as a table, or as one line of JSON each. */
function printRows(
  name: QueueName,
  { result, json, paint }: Output,
  rows: readonly (ListedRow | ListedDelivery)[],
): void {
  const last = ofOutbox(name) ? 'WHY, OR ITS EVENT' : 'WHY, OR ITS DELIVERY'
  const lines = [[...heads, last], ...rows.map((row) => cellsOf(row as AnyRow))]
  const widths = [...heads, last].map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  const [head, ...rest] = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  if (!json) result({}, paint('dim', head ?? ''))
  for (const [n, row] of rows.entries()) result(row, rest[n] ?? '')
}

/** An act on one row, and on all rows of a filter. */
interface Act {
  verb: string
  /** What it does to rows, as a sentence that begins with the verb. */
  does: string
  /** What is said of a row afterwards. */
  done: string
  flags: readonly FlagName[]
  /** The flags that the act on one row has besides. */
  ofOne?: readonly FlagName[]
  about: string[]
  one(queue: Queue, id: string, invocation: Invocation): Promise<void>
  all(queue: Queue, filter: Filter, invocation: Invocation): Promise<ActResult>
}

const risksOf = ({ flags: { newKey, mayDouble } }: Invocation) => ({ newKey, mayDouble })

const acts = (name: QueueName): readonly Act[] => [
  {
    verb: 'retry',
    does: 'let parked rows be tried again',
    done: 'waits to be tried again',
    flags: ofOutbox(name) ? riskFlags : [],
    ofOne: ofOutbox(name) ? ['data'] : [],
    about: ofOutbox(name)
      ? [
          'A row keeps its key, unless --new-key gives it another one.',
          'With --data, outbox retry sends another payload under another key, where no event of the row can exist.',
          'Where its event may exist and the service may have forgotten the key, a second event is possible. Look for the event first, then permit it by --may-double.',
        ]
      : [],
    async one(queue, id, invocation) {
      const { flags } = invocation
      const data = flags.data === undefined ? undefined : await payloadOf(flags.data, invocation)
      await queue.retry(id, { ...risksOf(invocation), data })
    },
    all: (queue, filter, invocation) =>
      queue.retryAll(filter, { ...risksOf(invocation), dryRun: invocation.flags.dryRun }),
  },
  {
    verb: 'park',
    does: 'park rows that wait, until somebody decides on them',
    done: 'is parked',
    flags: [],
    about: ['The rows behind a parked row in its order key wait.'],
    one: (queue, id) => queue.park(id),
    all: (queue, filter, { flags: { dryRun } }) => queue.parkAll(filter, { dryRun }),
  },
  {
    verb: 'discard',
    does: 'delete rows that wait or are parked',
    done: 'is deleted',
    flags: [],
    about: ['The rows behind a deleted row in its order key go on.'],
    one: (queue, id) => queue.discard(id),
    all: (queue, filter, { flags: { dryRun } }) => queue.discardAll(filter, { dryRun }),
  },
]

/** Prints what an act on many rows did, or would do. */
export function printAct(
  { output, flags }: Invocation,
  decision: string,
  { rows, skipped }: ActResult,
): void {
  const left = skipped > 0 ? ` ${skipped} may become second events, and are left as they are.` : ''
  const counted = rows === 1 ? '1 row' : `${rows} rows`
  const what = flags.dryRun ? `${counted} would change.` : `${counted} changed.`
  output.result({ decision, rows, skipped, ...(flags.dryRun && { dryRun: true }) }, `${what}${left}`)
}

const actCommands = (name: QueueName, act: Act): Command[] => [
  {
    name: `${name} ${act.verb}`,
    summary: `${act.does}: one of them`,
    args: ['id'],
    flags: [...act.flags, ...(act.ofOne ?? []), ...databaseFlags],
    about: [...act.about, aboutDatabase],
    examples: [`event-delivery ${name} ${act.verb} 1042`],
    async run(invocation) {
      const [id = ''] = invocation.args
      await withQueue(name, invocation, (queue) => act.one(queue, id, invocation))
      invocation.output.result({ id, decision: act.verb }, `Row ${id} ${act.done}.`)
    },
  },
  {
    name: `${name} ${act.verb}-all`,
    summary: `${act.does}: all that fit the flags`,
    flags: [...filterFlags, 'dryRun', ...act.flags, ...databaseFlags],
    about: [
      'Without a flag for them, all rows are meant. --dry-run counts them first.',
      ...act.about,
      aboutDatabase,
    ],
    examples: [`event-delivery ${name} ${act.verb}-all --type order.paid --older-than 3600 --dry-run`],
    async run(invocation) {
      const all = (queue: Queue) => act.all(queue, filterOf(invocation), invocation)
      printAct(invocation, act.verb, await withQueue(name, invocation, all))
    },
  },
]

/** Prints the rows in a state, or in any, that fit the flags. */
async function printFound(name: QueueName, invocation: Invocation, state?: Listing['state']): Promise<void> {
  const { flags, output } = invocation
  const filter = { ...filterOf(invocation), state }
  let left = flags.limit ?? Infinity
  let after: string | undefined
  await withQueue(name, invocation, async (queue) => {
    for (let isMore = true; isMore && left > 0;) {
      const limit = Math.min(left, pageSize)
      const rows = await queue.rows({ ...filter, after, limit })
      if (rows.length > 0) printRows(name, output, rows)
      else if (after === undefined) output.note({ rows: 0 }, 'There is no such row.')
      isMore = rows.length === limit
      after = rows.at(-1)?.id
      left -= rows.length
    }
  })
}

/** The commands that look at the rows of a queue, and decide on them. */
export const rowCommands = (name: QueueName): Command[] => [
  {
    name: `${name} migrate`,
    summary: `make the tables of an ${name}, or bring them up to date`,
    flags: ['print', ...databaseFlags],
    about: [
      'Makes the tables, or brings them to the version of this package. It may be repeated, by several processes at once.',
      'With --print it prints the statements and executes none: pass them to psql, or to your own migrations.',
      aboutDatabase,
    ],
    examples: [
      `event-delivery ${name} migrate --database postgres://localhost/shop`,
      `event-delivery ${name} migrate --print | psql`,
    ],
    async run(invocation) {
      if (invocation.flags.print) return printStatements(name, invocation)
      const { from, to } = await withQueue(name, invocation, (queue) => queue.migrate())
      const line =
        from === to ? `The tables have version ${to} already.` : `The tables have version ${to} now.`
      invocation.output.result({ from, to }, line)
    },
  },
  {
    name: `${name} status`,
    summary: `count the rows of an ${name}`,
    flags: [...databaseFlags],
    about: [
      `Counts the rows of an ${name}: those that wait, are under way, are parked, and are done and still kept.`,
      aboutDatabase,
    ],
    examples: [`event-delivery ${name} status --database postgres://localhost/shop`],
    async run(invocation) {
      const status = await withQueue(name, invocation, (queue) => queue.status())
      invocation.output.result(status, describeStatus(status, invocation.clock.now()))
    },
  },
  {
    name: `${name} rows`,
    summary: `list the rows of an ${name}`,
    flags: ['state', ...filterFlags, 'limit', ...databaseFlags],
    about: ['Lists the rows that fit each flag that is given, oldest first.', aboutDatabase],
    examples: [
      `event-delivery ${name} rows --state waiting --older-than 3600`,
      `event-delivery ${name} rows --failing --json | jq -r .id`,
    ],
    run: (invocation) => printFound(name, invocation, invocation.flags.state),
  },
  {
    name: `${name} parked`,
    summary: 'list the rows that wait for a decision',
    flags: ['type', 'orderKey', 'olderThan', 'before', 'reason', 'limit', ...databaseFlags],
    about: [
      `Lists the parked rows, oldest first, as ${name} rows --state parked does. Nothing tries them again by itself: retry or discard them.`,
      aboutDatabase,
    ],
    examples: [`event-delivery ${name} parked --database postgres://localhost/shop`],
    run: (invocation) => printFound(name, invocation, 'parked'),
  },
  ...acts(name).flatMap((act) => actCommands(name, act)),
]

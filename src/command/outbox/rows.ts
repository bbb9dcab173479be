import type { OutboxStatus, ParkedRow } from '../../outbox/options'
import { visible } from '../../core/visible'
import type { Output } from '../output'
import type { Command } from '../program'
import { aboutDatabase, databaseFlags, printStatements, withOutbox } from './database'

// So many parked rows are read at a time.
const pageSize = 100

/** `event-delivery outbox status`. */
export const outboxStatus: Command = {
  name: 'outbox status',
  summary: 'count the rows of an outbox',
  args: [],
  flags: [...databaseFlags],
  about: [
    'Counts the rows of an outbox: those that wait, are being sent, are parked, and were sent and are still kept.',
    aboutDatabase,
  ],
  examples: ['event-delivery outbox status --database postgres://localhost/shop'],
  async run(invocation) {
    const { output, clock } = invocation
    const status = await withOutbox(invocation, (outbox) => outbox.status())
    output.result(status, describeStatus(status, clock.now()))
  },
}

function describeStatus({ waiting, sending, parked, held, sent, oldest }: OutboxStatus, now: number): string {
  const since = oldest ? `, the oldest for ${Math.max(0, Math.round((now - oldest.getTime()) / 1000))} s` : ''
  const behind = held > 0 ? `, ${held} of them behind a parked row` : ''
  return `${waiting} waiting${behind}, ${sending} being sent${since}; ${parked} parked; ${sent} sent and kept.`
}

/** `event-delivery outbox parked`. */
export const outboxParked: Command = {
  name: 'outbox parked',
  summary: 'print the rows that wait for a decision',
  args: [],
  flags: ['limit', ...databaseFlags],
  about: [
    'Prints the rows that the service refused for good, and those whose event may exist and whose key may be forgotten. Nothing sends them again by itself.',
    'Decide by event-delivery outbox retry ID or event-delivery outbox discard ID.',
    aboutDatabase,
  ],
  examples: [
    'event-delivery outbox parked --database postgres://localhost/shop',
    'event-delivery outbox parked --json | jq -r \'select(.outcome == "rejected").id\'',
  ],
  async run(invocation) {
    const { flags, output } = invocation
    let left = flags.limit ?? Infinity
    let after: string | undefined = '0'
    await withOutbox(invocation, async (outbox) => {
      while (left > 0 && after !== undefined) {
        const rows: ParkedRow[] = await outbox.parked({ after, limit: Math.min(left, pageSize) })
        for (const row of rows) printParked(output, row)
        if (after === '0' && rows.length === 0) output.note({ parked: 0 }, 'No row is parked.')
        left -= rows.length
        after = rows.length < pageSize ? undefined : rows.at(-1)?.id
      }
    })
  },
}

function printParked({ result, paint }: Output, row: ParkedRow): void {
  const { id, type, reason, outcome, orderKey, parkedAt } = row
  const key = orderKey === undefined ? '' : `  ${paint('dim', visible(orderKey))}`
  const line = `${paint('dim', parkedAt.toISOString())}  ${id}  ${paint('bold', visible(type))}${key}  ${outcome}: ${visible(reason)}`
  result(row, line)
}

/** `event-delivery outbox retry`. */
export const outboxRetry: Command = {
  name: 'outbox retry',
  summary: 'let a parked row be sent again',
  args: ['id'],
  flags: ['newKey', 'mayDouble', ...databaseFlags],
  about: [
    'Lets a parked row be sent again under its key, by the relay. --new-key gives it another one.',
    'Where its event may exist and the service may have forgotten the key, a second event is possible. Look for the event first, then permit it by --may-double.',
    aboutDatabase,
  ],
  examples: ['event-delivery outbox retry 1042', 'event-delivery outbox retry 1042 --may-double'],
  async run(invocation) {
    const { args, flags, output } = invocation
    const [id = ''] = args
    const options = { newKey: flags.newKey, mayDouble: flags.mayDouble }
    await withOutbox(invocation, (outbox) => outbox.retry(id, options))
    output.result({ id, decision: 'retry' }, `Row ${id} waits to be sent again.`)
  },
}

/** `event-delivery outbox discard`. */
export const outboxDiscard: Command = {
  name: 'outbox discard',
  summary: 'delete a row that waits or is parked',
  args: ['id'],
  flags: [...databaseFlags],
  about: ['Deletes a row that waits or is parked. The rows behind it in its order key go on.', aboutDatabase],
  examples: ['event-delivery outbox discard 1042'],
  async run(invocation) {
    const { args, output } = invocation
    const [id = ''] = args
    await withOutbox(invocation, (outbox) => outbox.discard(id))
    output.result({ id, decision: 'discard' }, `${output.paint('green', 'Discarded')} ${id}`)
  },
}

/** `event-delivery outbox migrate`. */
export const outboxMigrate: Command = {
  name: 'outbox migrate',
  summary: 'make the tables of an outbox, or bring them up to date',
  args: [],
  flags: ['print', ...databaseFlags],
  about: [
    'Makes the tables, or brings them to the version of this package. It may be repeated, by several processes at once.',
    'With --print it prints the statements and executes none: pass them to psql, or to your own migrations.',
    aboutDatabase,
  ],
  examples: [
    'event-delivery outbox migrate --database postgres://localhost/shop',
    'event-delivery outbox migrate --print | psql',
  ],
  async run(invocation) {
    const { flags, output } = invocation
    if (flags.print) return printStatements(invocation)
    const { from, to } = await withOutbox(invocation, (outbox) => outbox.migrate())
    const line = from === to ? `The tables have version ${to} already.` : `The tables have version ${to} now.`
    output.result({ from, to }, line)
  },
}

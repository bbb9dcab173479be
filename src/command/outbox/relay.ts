import { visible } from '../../core/visible'
import { connect } from '../connection'
import { type Command, connectionFlags } from '../program'
import { UsageError } from '../../core/commands/usage-error'
import { aboutDatabase, databaseFlags, withOutbox } from './database'
import { printAct } from './rows'

/** `event-delivery outbox relay`. */
export const outboxRelay: Command = {
  name: 'outbox relay',
  isService: true,
  summary: 'send the rows of an outbox',
  flags: ['concurrency', ...connectionFlags, ...databaseFlags.slice(0, 2)],
  about: [
    'Sends the rows until Ctrl-C or SIGTERM, then waits for what is under way and gives back the rest. Any number of relays may run at once.',
    'It pauses while the service refuses the key or the database is away, and goes on by itself.',
    aboutDatabase,
  ],
  examples: [
    'event-delivery outbox relay --database postgres://localhost/shop',
    'event-delivery outbox relay --concurrency 32 --json',
  ],
  async run(invocation) {
    const { flags, output, signal } = invocation
    const { paint } = output
    const { concurrency } = flags
    const client = await connect(invocation)
    const counts = { sent: 0, parked: 0 }
    await withOutbox(invocation, async (outbox) => {
      await outbox.status()
      output.note({ note: 'ready' }, paint('dim', 'Sending the rows of the outbox. Ctrl-C ends it.'))
      await outbox.relay(client, {
        signal,
        concurrency,
        onSent(row) {
          counts.sent++
          output.result(
            { kind: 'sent', ...row },
            `${paint('green', 'sent')}  ${row.id}  ${visible(row.type)}  ${paint('dim', visible(row.eventId))}`,
          )
        },
        onParked(row) {
          counts.parked++
          output.result(
            { kind: 'parked', ...row },
            `${paint('red', 'parked')}  ${row.id}  ${visible(row.type)}  ${visible(row.reason)}`,
          )
        },
      })
    })
    output.result({ kind: 'summary', ...counts }, `${counts.sent} sent, ${counts.parked} parked.`)
  },
}

/** `event-delivery outbox hold`. */
export const outboxHold: Command = {
  name: 'outbox hold',
  summary: 'park what may have been sent before a backup was restored',
  flags: ['before', 'dryRun', ...databaseFlags],
  about: [
    'Prepares a database that was restored from a backup, before any relay runs on it. Rows that were added before the time are parked as unknown. For the others, the 23 hours of their keys count from when they were added.',
    aboutDatabase,
  ],
  examples: ['event-delivery outbox hold --before "$(date -u -d \'23 hours ago\' +%FT%TZ)"'],
  async run(invocation) {
    const { before, dryRun } = invocation.flags
    if (before === undefined) throw new UsageError('The time is missing: give --before 2026-11-21T03:00:00Z.')
    const hold = { before: new Date(before), dryRun }
    printAct(invocation, 'hold', await withOutbox(invocation, (outbox) => outbox.hold(hold)))
  },
}

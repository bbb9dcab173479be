import { visible } from '../../core/visible'
import { connect } from '../connection'
import { type Command, connectionFlags } from '../program'
import { aboutDatabase, databaseFlags, withOutbox } from './database'

/** `event-delivery outbox relay`. */
export const outboxRelay: Command = {
  name: 'outbox relay',
  summary: 'send the rows of an outbox',
  args: [],
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

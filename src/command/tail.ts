import { connect } from './connection'
import { printEvent } from './events'
import { connectionFlags } from './flags'
import { follow } from './follow'
import type { Command } from './invocation'

/** `event-delivery events tail`. */
export const tailEvents: Command = {
  name: 'events tail',
  summary: 'print new events as they come',
  args: [],
  flags: ['events', 'limit', 'interval', ...connectionFlags],
  about: [
    'Prints the events that come to the list from now on, until Ctrl-C, or until as many as --limit says have come.',
    'An event that comes to the list up to 30 seconds after others that were created later is printed too.',
  ],
  examples: ['event-delivery events tail', 'event-delivery events tail --events order.paid --limit 1 --json'],
  async run(invocation) {
    const { output } = invocation
    const client = await connect(invocation)
    await follow(invocation, client, {
      ready: () =>
        output.note({ note: 'ready' }, output.paint.faint('Waiting for new events. Ctrl-C ends it.')),
      take: (event) => printEvent(output, event),
    })
  },
}

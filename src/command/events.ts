import type { Event } from '../catalog/event'
import { visible } from '../core/visible'
import { connect } from './connection'
import { follow } from './follow'
import type { Output } from './output'
import { type Command, connectionFlags } from './program'

/** The largest page that the interface permits. */
const largestPage = 100
const usualLimit = 20

/** Prints an event: one line. */
function printEvent({ result, paint }: Output, event: Event): void {
  const { id, type, created, data } = event
  const text = visible(JSON.stringify(data))
  result(event, `${paint('dim', visible(created))}  ${visible(id)}  ${paint('bold', visible(type))}  ${text}`)
}

/** `event-delivery events list`. */
export const listEvents: Command = {
  name: 'events list',
  summary: 'print events',
  flags: ['limit', 'cursor', 'all', ...connectionFlags],
  about: [
    `Prints the first ${usualLimit} events in the order in which the service lists them, or as many as --limit says.`,
    'Where more follow, the standard error names the cursor of the next ones.',
  ],
  examples: [
    'event-delivery events list --limit 5',
    'event-delivery events list --all --json > events.jsonl',
    'event-delivery events list --cursor cur_01JD3Q8X5AZ7V0M2',
  ],
  async run(invocation) {
    const { flags, output, signal } = invocation
    let left = flags.all ? Infinity : (flags.limit ?? usualLimit)
    const client = await connect(invocation)
    let { cursor } = flags
    do {
      const page = await client.events.list({ limit: Math.min(left, largestPage), cursor }, { signal })
      for (const event of page.data) printEvent(output, event)
      // A service may have returned more than it was asked for: they were printed, since the cursor leads past them.
      left -= page.data.length
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined && left > 0)
    if (cursor !== undefined)
      output.note(
        { nextCursor: cursor },
        `More events follow: event-delivery events list --cursor ${visible(cursor)}`,
      )
  },
}

/** `event-delivery events tail`. */
export const tailEvents: Command = {
  name: 'events tail',
  summary: 'print new events as they come',
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
        output.note({ note: 'ready' }, output.paint('dim', 'Waiting for new events. Ctrl-C ends it.')),
      take: (event) => printEvent(output, event),
    })
  },
}

/** `event-delivery events get`. */
export const getEvent: Command = {
  name: 'events get',
  summary: 'print an event',
  args: ['id'],
  flags: [...connectionFlags],
  about: ['Prints the event with this id. Not every deployment offers it.'],
  examples: ['event-delivery events get evt_01JD3Q8X5AZ7V0M2'],
  async run(invocation) {
    const { args, output, signal } = invocation
    const [id = ''] = args
    const client = await connect(invocation)
    printEvent(output, await client.events.retrieve(id, { signal }))
  },
}

import type { Event } from '../catalog/event'
import { connect } from './connection'
import { connectionFlags } from './flags'
import type { Command } from './invocation'
import type { Output } from './output'
import { UsageError } from './usage-error'
import { wholeNumberOf } from './values'
import { visible } from '../core/visible'

/** The largest page that the interface permits. */
export const largestPage = 100
const usualLimit = 20

/** Prints an event: one line. */
export function printEvent({ result, paint }: Output, event: Event): void {
  const { id, type, created, data } = event
  const text = visible(JSON.stringify(data))
  result(event, `${paint.faint(visible(created))}  ${visible(id)}  ${paint.strong(visible(type))}  ${text}`)
}

/** `event-delivery events list`. */
export const listEvents: Command = {
  name: 'events list',
  summary: 'print events',
  args: [],
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
    const limit = wholeNumberOf(flags, 'limit', 1)
    if (limit !== undefined && flags.has('all'))
      throw new UsageError('--all and --limit exclude each other. Give one.')
    let left = flags.has('all') ? Infinity : (limit ?? usualLimit)
    const client = await connect(invocation)
    let cursor = flags.text('cursor')
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

/** `event-delivery events get`. */
export const getEvent: Command = {
  name: 'events get',
  summary: 'print an event',
  args: ['ID'],
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

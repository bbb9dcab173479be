import type { Event } from '../catalog/event'
import { connect } from './connection'
import { jsonOf, textOf } from './files'
import { connectionFlags } from './flags'
import type { Command, Invocation } from './invocation'
import { UsageError } from './usage-error'
import { visible } from '../core/visible'

async function dataOf({ flags, input }: Invocation): Promise<object> {
  const written = flags.text('data')
  if (written === undefined)
    throw new UsageError(
      `send needs a payload: --data '{"order":1042}', --data @FILE, or --data - for the standard input.`,
    )
  const file = written === '-' ? '-' : written.startsWith('@') ? written.slice(1) : undefined
  const source = file === undefined || file === '-' ? '--data' : visible(file)
  return jsonOf(file === undefined ? written : await textOf(file, input), source) as object
}

/** `event-delivery send`. */
export const send: Command = {
  name: 'send',
  summary: 'create an event',
  args: ['TYPE'],
  flags: ['data', 'idempotency-key', ...connectionFlags],
  about: [
    'Creates an event, which the service delivers to every webhook that is subscribed to its type.',
    'A failed request is repeated without a second event. To repeat the command itself, give --idempotency-key.',
  ],
  examples: [
    `event-delivery send order.paid --data '{"order":1042}'`,
    'event-delivery send order.paid --data @order.json --idempotency-key order-1042-paid',
    `echo '{"order":1042}' | event-delivery send order.paid --data -`,
  ],
  async run(invocation) {
    const { args, flags, output, signal } = invocation
    const [type = ''] = args
    const data = await dataOf(invocation)
    const client = await connect(invocation)
    const event: Event = await client.events.create(
      { type, data },
      { idempotencyKey: flags.text('idempotency-key'), signal },
    )
    output.result(
      event,
      `${output.paint.good('Created')} ${visible(event.id)}, ${visible(event.type)}, at ${visible(event.created)}`,
    )
  },
}

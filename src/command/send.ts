import type { Event } from '../catalog/event'
import { UsageError } from '../core/commands/usage-error'
import { visible } from '../core/visible'
import { connect } from './connection'
import { payloadOf } from './input'
import { type Command, connectionFlags } from './program'

/** `event-delivery send`. */
export const send: Command = {
  name: 'send',
  summary: 'create an event',
  args: ['type'],
  flags: ['data', 'idempotencyKey', ...connectionFlags],
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
    if (flags.data === undefined)
      throw new UsageError(
        `send needs a payload: --data '{"order":1042}', --data @FILE, or --data - for the standard input.`,
      )
    const data = await payloadOf(flags.data, invocation)
    const client = await connect(invocation)
    const { idempotencyKey } = flags
    const call = client.events.create({ type, data }, { idempotencyKey, signal })
    const { data: created, replayed, idempotencyKey: key } = await call.withResponse()
    const event: Event = created
    const warning = visible(
      `The event ${event.id} is created. Repeat the command with --idempotency-key ${key}: it creates no second one.`,
    )
    invocation.onCreated?.({ tell: () => output.note({ warning }, warning), isShownOnce: false })
    output.result(
      event,
      `${output.paint('green', replayed ? 'Created before:' : 'Created')} ${visible(event.id)}, ${visible(event.type)}, at ${visible(event.created)}`,
    )
  },
}

import type { Event } from '../catalog/event'
import { jsonOf } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { JsonFault, type JsonNode, parseJsonText, placeOf } from '../core/json-text'
import { shortened, visible } from '../core/visible'
import { connect } from './connection'
import { textOf } from './input'
import { type Command, connectionFlags, type Invocation } from './program'

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
    const data = await payloadOf(invocation)
    const client = await connect(invocation)
    const { idempotencyKey } = flags
    const call = client.events.create({ type, data }, { idempotencyKey, signal })
    const { data: created, replayed } = await call.withResponse()
    const event: Event = created
    output.result(
      event,
      `${output.paint('green', replayed ? 'Created before:' : 'Created')} ${visible(event.id)}, ${visible(event.type)}, at ${visible(event.created)}`,
    )
  },
}

/** The payload of `--data`. Throws a `UsageError`. */
async function payloadOf({ flags, input }: Invocation): Promise<object> {
  const { data: written } = flags
  if (written === undefined)
    throw new UsageError(
      `send needs a payload: --data '{"order":1042}', --data @FILE, or --data - for the standard input.`,
    )
  const isFile = written === '-' || written.startsWith('@')
  const text = isFile ? await textOf('--data', written.replace(/^@/, ''), input) : written
  const source = isFile && written !== '-' ? `--data ${written}` : '--data'
  const payload = jsonOf(source, text)
  try {
    refuseLossyNumbers(parseJsonText(text), text, source)
  } catch (error) {
    throw error instanceof JsonFault ? new UsageError(`${source} is nested too deeply to be read.`) : error
  }
  return payload as object
}

/** Refuses whole numbers that JavaScript cannot hold: they would be sent as others. */
function refuseLossyNumbers(node: JsonNode, text: string, source: string): void {
  if (node.kind === 'array') for (const item of node.items) refuseLossyNumbers(item, text, source)
  if (node.kind === 'object') for (const [, item] of node.members) refuseLossyNumbers(item, text, source)
  if (node.kind !== 'literal' || !/^-?\d+$/.test(node.text) || Number.isSafeInteger(Number(node.text))) return
  if (BigInt(Number(node.text)) === BigInt(node.text)) return
  throw new UsageError(
    `${source} holds the number ${shortened(node.text, 30)} at ${placeOf(text, node.at)}, which would be sent as another one. Write it as a string.`,
  )
}

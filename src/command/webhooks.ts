import { reasonOf } from '../core/commands/files'
import { UsageError } from '../core/commands/usage-error'
import { visible } from '../core/visible'
import { EventDeliveryError } from '../errors/base'
import type { Webhook } from '../resources/webhooks'
import { connect } from './connection'
import { type Command, connectionFlags } from './program'
import { reserveSecretFile } from './secret-file'

const subscription = ({ events }: Webhook) => events.map(visible).join(', ')

/** `event-delivery webhooks add`. */
export const addWebhook: Command = {
  name: 'webhooks add',
  summary: 'register a webhook and print its secret',
  args: ['url'],
  flags: ['events', 'description', 'secretFile', ...connectionFlags],
  about: [
    'Registers an https URL for event types, or for all with --events "*".',
    'The secret is shown only once. --secret-file writes it to a new file that only you can read, and prints nothing of it.',
  ],
  examples: [
    'event-delivery webhooks add https://shop.example/hooks --events order.paid,order.shipped',
    'event-delivery webhooks add https://shop.example/hooks --events "*" --secret-file webhook.secret',
  ],
  async run(invocation) {
    const { args, flags, output, signal } = invocation
    const [url = ''] = args
    const { events, description, secretFile: file } = flags
    if (events === undefined)
      throw new UsageError(
        'webhooks add needs the event types: --events order.paid,order.shipped, or --events "*" for all.',
      )
    const client = await connect(invocation)
    // Before the call: a secret that cannot be written would be lost, since it is shown only once.
    const reserved = file === undefined ? undefined : reserveSecretFile(file)
    const webhook = await client.webhooks
      .create({ url, events, description }, { signal })
      .catch((error: unknown) => {
        reserved?.remove()
        throw error
      })
    const { secret, ...rest } = webhook
    const lost = (reason: string) =>
      `The webhook ${webhook.id} is registered, and its secret is lost: ${reason}. Delete it by event-delivery webhooks rm ${webhook.id}, and register it again.`
    try {
      reserved?.write(secret)
    } catch (error) {
      throw new EventDeliveryError(lost(`${file} cannot be written: ${reasonOf(error)}`), { cause: error })
    }
    const warning = visible(
      reserved
        ? `The webhook ${webhook.id} is registered. Its secret stands in ${file}.`
        : lost('the output cannot be written'),
    )
    invocation.onCreated?.({ tell: () => output.note({ warning }, warning), isShownOnce: !reserved })
    output.result(
      reserved ? { ...rest, secretFile: file } : { ...rest, secret },
      `${output.paint('green', 'Registered')} ${visible(webhook.id)} at ${visible(webhook.url)} for ${subscription(webhook)}`,
      reserved
        ? `The secret stands in ${visible(file ?? '')}. The service shows it to nobody again.`
        : `Secret, shown only this once: ${visible(secret)}`,
    )
  },
}

/** `event-delivery webhooks list`. */
export const listWebhooks: Command = {
  name: 'webhooks list',
  summary: 'print the webhooks',
  flags: [...connectionFlags],
  about: ['Prints every webhook, without its secret. Not every deployment offers it.'],
  examples: ['event-delivery webhooks list', "event-delivery webhooks list --json | jq -r '.url'"],
  async run(invocation) {
    const { output, signal } = invocation
    const client = await connect(invocation)
    let count = 0
    for await (const webhook of client.webhooks.list({ limit: 100 }, { signal })) {
      count += 1
      const { id, url, status, description } = webhook
      const text = description ? `  ${visible(description)}` : ''
      output.result(
        webhook,
        `${visible(id)}  ${visible(status)}  ${visible(url)}  ${subscription(webhook)}${text}`,
      )
    }
    if (count === 0)
      output.note({ webhooks: 0 }, 'There is no webhook. Register one by event-delivery webhooks add.')
  },
}

/** `event-delivery webhooks rm`. */
export const removeWebhook: Command = {
  name: 'webhooks rm',
  summary: 'delete a webhook',
  args: ['id'],
  flags: [...connectionFlags],
  about: ['Deletes a webhook, which ends all delivery to its URL.'],
  examples: ['event-delivery webhooks rm wh_01JD3Q7R4MW8K6T1'],
  async run(invocation) {
    const { args, output, signal } = invocation
    const [id = ''] = args
    const client = await connect(invocation)
    const deleted = await client.webhooks.delete(id, { signal })
    output.result(deleted, `${output.paint('green', 'Deleted')} ${visible(deleted.id)}`)
  },
}

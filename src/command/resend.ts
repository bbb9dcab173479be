import { UsageError } from '../core/commands/usage-error'
import { sign } from '../receiving/sign'
import { standardWebhooks } from '../receiving/standard-webhooks'
import { connect, dialectOf } from './connection'
import { deliverOnce } from './deliver'
import { exits } from './ending'
import { type Command, connectionFlags } from './program'
import { bodyOf, printAttempt, receiverUrl, unplayedParts } from './receiver'
import { chosenScheme } from './schemes'
import { secretsOf, secretVariable } from './secret-file'

/** `event-delivery events resend`. */
export const resendEvent: Command = {
  name: 'events resend',
  summary: 'deliver an event that is there to a receiver once more',
  args: ['id'],
  flags: ['to', 'secretFile', 'secret', 'scheme', ...connectionFlags],
  about: [
    'Retrieves the event, signs it as the service would, and sends it to the URL, once. It creates no event, and no other receiver gets it.',
    `The secret of the webhook comes from --secret-file, ${secretVariable} or --secret. The delivery has the id of the event.`,
    'Not every deployment offers to retrieve an event.',
  ],
  examples: [
    'event-delivery events resend evt_01JD3Q8X5AZ7V0M2 --to https://shop.example/hooks --secret-file webhook.secret',
    'event-delivery events resend evt_01JD3Q8X5AZ7V0M2 --to http://localhost:3000/hooks --secret-file listen.secret',
  ],
  async run(invocation) {
    const { args, flags, output, clock, signal } = invocation
    const [id = ''] = args
    const url = receiverUrl('events resend', '--to', flags.to)
    const [secret = '', ...others] = await secretsOf('events resend', invocation)
    if (others.length > 0) throw new UsageError('events resend signs by one secret: give one alone.')
    const dialect = await dialectOf(invocation)
    const scheme = chosenScheme(flags.scheme, dialect) ?? standardWebhooks
    // A secret that can be none is refused before anything is sent.
    await sign({ body: '', id: 'a', timestamp: 0 }, { secret, scheme }).catch(({ message }: Error) => {
      throw new UsageError(message)
    })
    const client = await connect(invocation)
    const unplayed = unplayedParts('events resend', dialect)
    if (unplayed !== undefined) output.note({ warning: unplayed }, unplayed)
    const event = await client.events.retrieve(id, { signal })
    const body = bodyOf(event, dialect.deliveryBody)
    const delivery = { id: event.id, body, url, secret, scheme, clock, signal, fetch: globalThis.fetch }
    const { durationMs, status, error } = await deliverOnce(delivery)
    printAttempt(invocation, event, { attempt: 1, durationMs, status, error })
    if (error === undefined) return exits.done
    return status === undefined ? exits.noConnection : exits.refused
  },
}

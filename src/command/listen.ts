import type { Dialect } from '../../generated/dialect'
import type { Event } from '../catalog/event'
import { standardWebhooks } from '../receiving/standard-webhooks'
import { addressOf, connect, dialectOf } from './connection'
import { deliver, type DeliveryAttempt } from './deliver'
import { exits } from './ending'
import { connectionFlags } from './flags'
import { follow } from './follow'
import type { Command, Invocation } from './invocation'
import type { Output } from './output'
import { chosenScheme } from './schemes'
import { keepSecret, type KeptSecret, usualSecretFile } from './secret-file'
import { unplayedParts } from './unplayed'
import { UsageError } from './usage-error'
import { visible } from '../core/visible'
import { parseUrl } from '../transport/parse-url'

// So many deliveries may be under way at a time: a receiver that hangs holds up the others only so far.
const mostUnderWay = 8

/** How many events came, and what became of them. */
interface Counts {
  events: number
  delivered: number
  failed: number
}

/** `event-delivery listen`. */
export const listen: Command = {
  name: 'listen',
  summary: 'deliver new events to a receiver on this machine',
  args: [],
  flags: ['forward-to', 'events', 'secret-file', 'scheme', 'limit', 'interval', ...connectionFlags],
  about: [
    'Watches the list of events, signs each new one and sends it to your receiver, as the service would. No public URL is needed.',
    'Works with a test key too, for which the service itself delivers nothing.',
    'The secret is made at the first start and kept, in ~/.config/event-delivery/listen.secret unless --secret-file names another.',
    'A delivery that fails is repeated after 1 and after 5 seconds. An answer of 410 ends it.',
  ],
  examples: [
    'event-delivery listen --forward-to http://localhost:3000/hooks',
    'event-delivery listen --forward-to http://localhost:3000/hooks --events order.paid,order.shipped',
  ],
  async run(invocation) {
    const { flags, environment, output, signal, clock } = invocation
    const url = receiverUrl(flags.text('forward-to'))
    const dialect = await dialectOf(invocation)
    const scheme = chosenScheme(flags.text('scheme'), dialect) ?? standardWebhooks
    const client = await connect(invocation)
    const unplayed = unplayedParts(dialect)
    if (unplayed !== undefined) output.note({ warning: unplayed }, unplayed)
    const kept = keepSecret(flags.text('secret-file') ?? usualSecretFile(environment))
    const counts: Counts = { events: 0, delivered: 0, failed: 0 }
    const underWay = new Set<Promise<void>>()
    let isReady = false

    const forward = async (event: Event) => {
      const body = bodyOf(event, dialect.deliveryBody)
      const report = (attempt: DeliveryAttempt) => printAttempt(invocation, event, attempt)
      const isDelivered = await deliver({
        ...{ id: event.id, body, url, scheme, clock, signal, report },
        secret: kept.secret,
        fetch: globalThis.fetch,
      })
      counts[isDelivered ? 'delivered' : 'failed'] += 1
    }
    try {
      await follow(invocation, client, {
        ready() {
          isReady = true
          printReady(invocation, url, kept)
        },
        async take(event) {
          counts.events += 1
          if (underWay.size >= mostUnderWay) await Promise.race(underWay)
          const one: Promise<void> = forward(event).finally(() => underWay.delete(one))
          underWay.add(one)
          // The failure is seen where the deliveries are awaited.
          one.catch(() => {})
        },
      })
    } finally {
      await Promise.allSettled(underWay)
      if (isReady) printSummary(output, counts)
    }
    return counts.failed > 0 ? exits.refused : exits.done
  },
}

/** The URL of `--forward-to`. Throws a `UsageError`. */
function receiverUrl(written: string | undefined): URL {
  const example = 'such as --forward-to http://localhost:3000/hooks'
  if (written === undefined) throw new UsageError(`listen needs the URL of your receiver, ${example}.`)
  const url = parseUrl(written)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(`--forward-to must be an http or https URL without a user name, ${example}.`)
  return url
}

/** The body as the service delivers it: the event, or the envelope of Standard Webhooks. */
const bodyOf = (event: Event, kind: Dialect['deliveryBody']): string =>
  JSON.stringify(
    kind === 'standard-webhooks' ? { type: event.type, timestamp: event.created, data: event.data } : event,
  )

function printSummary({ result }: Output, { events, delivered, failed }: Counts): void {
  const unfinished = events - delivered - failed
  result(
    { kind: 'summary', events, delivered, failed, unfinished },
    `${events} ${events === 1 ? 'event' : 'events'}: ${delivered} delivered, ${failed} failed, ${unfinished} unfinished.`,
  )
}

function printReady(invocation: Invocation, url: URL, kept: KeptSecret): void {
  const { result, note, paint } = invocation.output
  const { secret, file, isNew, isExposed } = kept
  const address = addressOf(invocation)
  if (isExposed)
    note(
      { warning: `others can read ${file}` },
      `Others can read ${visible(file)}: chmod 600 ${visible(file)}`,
    )
  // A file that was there before may hold the secret of a real webhook.
  const isOurs = isNew || !invocation.flags.has('secret-file')
  result(
    { kind: 'ready', baseUrl: address, forwardTo: url.href, secretFile: file },
    `Forwarding new events of ${visible(address)} to ${paint.strong(visible(url.href))}. Ctrl-C ends it.`,
    `${isOurs ? `Secret for your receiver: ${paint.strong(secret)}, kept in` : 'Your receiver needs the secret of'} ${visible(file)}`,
  )
}

function printAttempt({ output, clock }: Invocation, { id, type }: Event, made: DeliveryAttempt): void {
  const { attempt, status, durationMs, error, delayMs } = made
  const { result, paint } = output
  const time = new Date(clock.now()).toISOString().slice(11, 19)
  const verdict = (error === undefined ? paint.good : paint.bad)(status === undefined ? '---' : `${status}`)
  const again = delayMs === undefined ? '' : ` (again in ${Math.round(delayMs / 1000)} s)`
  result(
    { kind: 'delivery', event: { id, type }, attempt, status, durationMs, error, delayMs },
    `${paint.faint(time)}  ${verdict}  ${`${durationMs} ms`.padStart(8)}  ${visible(type)}  ${paint.faint(visible(id))}${error === undefined ? '' : `  ${visible(error)}${again}`}`,
  )
}

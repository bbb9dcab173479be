import type { Dialect } from '../../generated/dialect'
import type { Event } from '../catalog/event'
import { UsageError } from '../core/commands/usage-error'
import { visible } from '../core/visible'
import type { SignatureScheme } from '../receiving/scheme'
import { standardWebhooks } from '../receiving/standard-webhooks'
import { parseUrl } from '../core/url'
import { addressOf, connect, dialectOf } from './connection'
import { deliver, type DeliveryAttempt } from './deliver'
import { exits } from './ending'
import { type Follower, follow } from './follow'
import { type Command, connectionFlags, type Invocation } from './program'
import { chosenScheme } from './schemes'
import { keepSecret, type KeptSecret, usualSecretFile } from './secret-file'

// So many deliveries may be under way at a time: a receiver that hangs holds up the others only so far.
const mostUnderWay = 8

/** `event-delivery listen`. */
export const listen: Command = {
  name: 'listen',
  summary: 'deliver new events to a receiver on this machine',
  args: [],
  flags: ['forwardTo', 'events', 'secretFile', 'scheme', 'limit', 'interval', ...connectionFlags],
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
    const { flags, environment, output } = invocation
    const url = receiverUrl(flags.forwardTo)
    const dialect = await dialectOf(invocation)
    const scheme = chosenScheme(flags.scheme, dialect) ?? standardWebhooks
    const client = await connect(invocation)
    const unplayed = unplayedParts(dialect)
    if (unplayed !== undefined) output.note({ warning: unplayed }, unplayed)
    const kept = keepSecret(flags.secretFile ?? usualSecretFile(environment))
    const forwarding = new Forwarding(invocation, { url, dialect, scheme, kept })
    try {
      await follow(invocation, client, forwarding)
    } finally {
      await forwarding.end()
    }
    return forwarding.counts.failed > 0 ? exits.refused : exits.done
  },
}

/** The receiver that events are forwarded to, and how they are signed. */
interface Target {
  url: URL
  dialect: Dialect
  scheme: SignatureScheme
  kept: KeptSecret
}

/** Forwards events to a receiver, a few at a time, and counts what becomes of them. */
class Forwarding implements Follower {
  readonly counts = { events: 0, delivered: 0, failed: 0 }
  readonly #invocation: Invocation
  readonly #target: Target
  readonly #underWay = new Set<Promise<void>>()
  #state: 'beginning' | 'forwarding' = 'beginning'

  constructor(invocation: Invocation, target: Target) {
    this.#invocation = invocation
    this.#target = target
  }

  ready(): void {
    this.#state = 'forwarding'
    printReady(this.#invocation, this.#target)
  }

  async take(event: Event): Promise<void> {
    this.counts.events += 1
    if (this.#underWay.size >= mostUnderWay) await Promise.race(this.#underWay)
    const one: Promise<void> = this.#forward(event).finally(() => this.#underWay.delete(one))
    this.#underWay.add(one)
    // The failure is seen where the deliveries are awaited.
    one.catch(() => {})
  }

  /** Waits for what is under way, and prints the sum. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    if (this.#state === 'beginning') return
    const { events, delivered, failed } = this.counts
    const unfinished = events - delivered - failed
    this.#invocation.output.result(
      { kind: 'summary', events, delivered, failed, unfinished },
      `${events} ${events === 1 ? 'event' : 'events'}: ${delivered} delivered, ${failed} failed, ${unfinished} unfinished.`,
    )
  }

  async #forward(event: Event): Promise<void> {
    const { clock, signal } = this.#invocation
    const { url, dialect, scheme, kept } = this.#target
    const isDelivered = await deliver({
      ...{ id: event.id, body: bodyOf(event, dialect.deliveryBody), url, scheme, clock, signal },
      secret: kept.secret,
      fetch: globalThis.fetch,
      report: (attempt) => printAttempt(this.#invocation, event, attempt),
    })
    this.counts[isDelivered ? 'delivered' : 'failed'] += 1
  }
}

/** The URL of `--forward-to`. Throws a `UsageError`. */
function receiverUrl(written: string | undefined): URL {
  const example = 'such as --forward-to http://localhost:3000/hooks'
  if (written === undefined) throw new UsageError(`listen needs the URL of your receiver, ${example}.`)
  const url = parseUrl(written)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError(
      `--forward-to ${written} must be an http or https URL without a user name, ${example}.`,
    )
  return url
}

/** The body as the service delivers it: the event, or the envelope of Standard Webhooks. */
const bodyOf = (event: Event, kind: Dialect['deliveryBody']): string =>
  JSON.stringify(
    kind === 'standard-webhooks' ? { type: event.type, timestamp: event.created, data: event.data } : event,
  )

/**
 * The parts of a dialect's deliveries that `listen` does not repeat, as a sentence; `undefined` where it repeats all of them. It
 * sends the event or the envelope of Standard Webhooks as JSON, and leaves templates to the mock.
 */
export function unplayedParts({
  deliveryBody,
  deliveryEncoding = 'json',
  headers,
}: Dialect): string | undefined {
  const parts = [
    ...(typeof deliveryBody === 'object' ? ['deliveryBody'] : []),
    ...(deliveryEncoding === 'json' ? [] : ['deliveryEncoding']),
    ...(Object.keys(headers?.delivery ?? {}).length > 0 ? ['headers.delivery'] : []),
  ]
  if (parts.length === 0) return undefined
  const sent = deliveryBody === 'standard-webhooks' ? 'the envelope of Standard Webhooks' : 'the event'
  return `listen does not repeat ${parts.join(' and ')} of the dialect: your receiver gets ${sent} as JSON. The mock delivers as the dialect says: npx @event-delivery/mock --dialect FILE.`
}

function printReady(invocation: Invocation, { url, kept }: Target): void {
  const { result, note, paint } = invocation.output
  const { secret, file, isNew, isExposed } = kept
  const address = addressOf(invocation)
  if (isExposed)
    note(
      { warning: `others can read ${file}` },
      `Others can read ${visible(file)}: chmod 600 ${visible(file)}`,
    )
  // A file that was there before may hold the secret of a real webhook.
  const isOurs = isNew || invocation.flags.secretFile === undefined
  result(
    { kind: 'ready', baseUrl: address, forwardTo: url.href, secretFile: file },
    `Forwarding new events of ${visible(address)} to ${paint('bold', visible(url.href))}. Ctrl-C ends it.`,
    `${isOurs ? `Secret for your receiver: ${paint('bold', secret)}, kept in` : 'Your receiver needs the secret of'} ${visible(file)}`,
  )
}

function printAttempt({ output, clock }: Invocation, { id, type }: Event, made: DeliveryAttempt): void {
  const { attempt, status, durationMs, error, delayMs } = made
  const { result, paint } = output
  const time = new Date(clock.now()).toISOString().slice(11, 19)
  const verdict = paint(error === undefined ? 'green' : 'red', status === undefined ? '---' : `${status}`)
  const again = delayMs === undefined ? '' : ` (again in ${Math.round(delayMs / 1000)} s)`
  result(
    { kind: 'delivery', event: { id, type }, attempt, status, durationMs, error, delayMs },
    `${paint('dim', time)}  ${verdict}  ${`${durationMs} ms`.padStart(8)}  ${visible(type)}  ${paint('dim', visible(id))}${error === undefined ? '' : `  ${visible(error)}${again}`}`,
  )
}

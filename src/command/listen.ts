import type { Dialect } from '../../generated/dialect'
import type { Event } from '../catalog/event'
import { visible } from '../core/visible'
import type { SignatureScheme } from '../receiving/scheme'
import { standardWebhooks } from '../receiving/standard-webhooks'
import { addressOf, connect, dialectOf } from './connection'
import { deliver } from './deliver'
import { exits } from './ending'
import { type Follower, follow } from './follow'
import { type Command, connectionFlags, type Invocation } from './program'
import { bodyOf, printAttempt, receiverUrl, unplayedParts } from './receiver'
import { chosenScheme } from './schemes'
import { keepSecret, type KeptSecret, usualSecretFile } from './secret-file'

// So many deliveries may be under way at a time: a receiver that hangs holds up the others only so far.
const mostUnderWay = 8

/** `event-delivery listen`. */
export const listen: Command = {
  name: 'listen',
  summary: 'deliver new events to a receiver on this machine',
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
    const url = receiverUrl('listen', '--forward-to', flags.forwardTo)
    const dialect = await dialectOf(invocation)
    const scheme = chosenScheme(flags.scheme, dialect) ?? standardWebhooks
    const client = await connect(invocation)
    const unplayed = unplayedParts('listen', dialect)
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

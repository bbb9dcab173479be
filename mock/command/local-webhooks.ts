import { createHash } from 'node:crypto'
import { parseUrl } from '../../src/core/url'
import { isPublicHost } from '../http/public-host'
import type { Forward } from '../deliveries/forwards'
import type { Seed, SeedWebhook } from '../state/seed'

/** A receiver that `--webhook` registers. */
export interface LocalWebhook {
  /** The URL that the deliveries are sent to. */
  target: string
  /** The event types, or `*` alone for all. */
  events: readonly string[]
}

/**
 * Adds the receiver of `URL[=TYPE,...]` to those of earlier flags. A receiver that was named before gets the further types. In a
 * URL with a query the types stand behind the last `=` of a parameter that has two. Throws a `TypeError`.
 */
export function localWebhooks(text: string, before: readonly LocalWebhook[] = []): readonly LocalWebhook[] {
  const added = localWebhook(text)
  const known = before.find(({ target }) => target === added.target)
  if (!known) return [...before, added]
  const events = joined([...known.events, ...added.events])
  return before.map((one) => (one === known ? { ...one, events } : one))
}

function localWebhook(text: string): LocalWebhook {
  const { written, types } = parted(text)
  const url = parseUrl(written)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError(
      'A webhook is written URL or URL=TYPE,TYPE, such as http://localhost:3000/hooks=order.paid.',
    )
  if (url.username || url.password)
    throw new TypeError('The URL of a webhook holds no user name and no password.')
  if (url.hash) throw new TypeError('The URL of a webhook ends before its #.')
  if (types === undefined) return { target: url.href, events: ['*'] }
  const named = types.split(',').map((type) => type.trim())
  if (named.includes(''))
    throw new TypeError('An event type is missing behind the URL: write URL=TYPE,TYPE, or URL alone.')
  return { target: url.href, events: joined(named) }
}

/** The URL and the types. A URL may hold a `=` itself: that of a parameter of its query belongs to the parameter. */
function parted(text: string): { written: string; types?: string } {
  const query = text.indexOf('?')
  const last = text.lastIndexOf('=')
  const parameter = text.slice(Math.max(query, text.lastIndexOf('&', last)) + 1, Math.max(last, 0))
  const belongsToUrl = last < query || (query >= 0 && !parameter.includes('='))
  if (last < 0 || belongsToUrl) return { written: text }
  return { written: text.slice(0, last), types: text.slice(last + 1) }
}

/** Each type once, and `*` alone where it is among them. */
function joined(types: readonly string[]): readonly string[] {
  return types.includes('*') ? ['*'] : [...new Set(types)]
}

/**
 * The URL that a receiver is registered with. The interface wants HTTPS and the dialect may want a public host, so a receiver on this
 * machine or network gets a name below `.example`, which leads nowhere (RFC 2606): `https://localhost-3000.example/hooks`.
 * No two receivers get the same one.
 */
export function registeredUrl(target: string): string {
  const { protocol, hostname, port, pathname, search, href } = new URL(target)
  if (protocol === 'https:' && isPublicHost(hostname)) return href
  const isPlain = protocol === 'http:'
  const name = hostname.replace(/[[\]]/g, '').replaceAll(':', '-')
  const labels = [
    `${name}-${port || (isPlain ? 80 : 443)}`,
    ...(isPlain ? [] : ['tls']),
    ...(search === '' ? [] : [digest(search).toString('hex').slice(0, 12)]),
  ]
  return `https://${labels.join('.')}.example${pathname}`
}

/** The forward that leads from the registered URL to the receiver. `undefined` where both are the same. */
export function forwardTo({ target }: LocalWebhook): Forward | undefined {
  const from = registeredUrl(target)
  return from === target ? undefined : { from, to: target }
}

/** The forwards that a command line asks for, those to its receivers among them. */
export function forwardsOf(options: {
  forwards: readonly Forward[]
  webhooks: readonly LocalWebhook[]
}): readonly Forward[] {
  return [...options.forwards, ...options.webhooks.flatMap((one) => forwardTo(one) ?? [])]
}

/** A webhook of live mode, as a seed has it: events of test keys are delivered to nobody (DL-6). */
export type RegisteredWebhook = Required<Pick<SeedWebhook, 'id' | 'url' | 'events' | 'secret'>>

/**
 * The webhook of a receiver. Its id and its secret are made of the URL, so that they are the same at each start: whoever knows the
 * URL knows the secret.
 */
export function webhookOf({ target, events }: LocalWebhook): RegisteredWebhook {
  return {
    id: `wh_${digest(`id ${target}`).toString('hex').slice(0, 24)}`,
    url: registeredUrl(target),
    events,
    secret: `whsec_${digest(`secret ${target}`).toString('base64')}`,
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(`event-delivery-mock ${text}`).digest()
}

/** A seed with the webhooks of `--webhook`. One that it holds already, as a snapshot of an earlier start does, is replaced. */
export function withWebhooks(seed: Seed = {}, receivers: readonly LocalWebhook[]): Seed {
  if (receivers.length === 0) return seed
  const added = receivers.map(webhookOf)
  const others = (seed.webhooks ?? []).filter(({ id }) => !added.some((one) => one.id === id))
  return { ...seed, webhooks: [...others, ...added] }
}

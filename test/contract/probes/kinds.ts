import { wherePossible } from './expect'
import { operations, type OperationDescription } from '../../../generated/operations'
import { lookUntilListed } from './listing'
import { createEvent } from './events'
import { register } from './webhooks'
import { dismiss } from './deletions'
import { webhookKey } from './webhook-hosts'
import { type Context, type Key } from '../engine/check'

/** A resource that a check made in order to ask for it. */
export interface MadeResource {
  id: string
  /** Deletes the resource, where it can be deleted. */
  dismiss(): Promise<void>
}

/** A kind of resource that has ids. */
export interface Kind {
  /** The word for one resource, and the same with its article. */
  word: string
  one: string
  /** The tag of its operations in the document. */
  tag: string
  need: 'event-key' | 'webhook-key'
  /** The keys that may make it in the run's mode, the one to prefer first. */
  keys(context: Context): readonly Key[]
  make(context: Context, key: Key): Promise<MadeResource>
}

/** Webhooks, which are made with a URL and a type of their own. */
export const webhooks: Kind = {
  word: 'webhook',
  one: 'a webhook',
  tag: 'Webhooks',
  need: 'webhook-key',
  keys: (context) => [webhookKey(context)],
  async make(context, key) {
    const registered = await register(context, { key })
    return { id: registered.webhook.id, dismiss: () => dismiss(context, registered) }
  },
}

/** Events, which stay: no operation deletes one. */
export const events: Kind = {
  word: 'event',
  one: 'an event',
  tag: 'Events',
  need: 'event-key',
  keys: (context) => context.eventKeys(),
  async make(context, key) {
    const { event } = await createEvent(context, key)
    // A deployment that lists a new event late may retrieve it late as well.
    await lookUntilListed(context, key, [event.id])
    return { id: event.id, dismiss: () => Promise.resolve() }
  },
}

/** Makes a resource of a kind; `undefined` where this run may make none. */
export async function makeWhereAllowed(context: Context, kind: Kind) {
  const make = async () => {
    const [key] = kind.keys(context)
    return key && { ...(await kind.make(context, key)), key }
  }
  return wherePossible(make())
}

/** The operations on one resource of a kind, which its id in the path names. */
export function operationsOnOne({ tag }: Kind): OperationDescription[] {
  return Object.values(operations).filter((one) => one.tag === tag && one.path.includes('{id}'))
}

/** The operations that read something without an id in their path. The interface shows the list of events; the others may be missing. */
export function readsWithoutId(): OperationDescription[] {
  return Object.values(operations).filter(({ method, path }) => method === 'GET' && !path.includes('{'))
}

/** The operations that return one resource of a kind by its id. */
export function retrievals(kind: Kind): OperationDescription[] {
  return operationsOnOne(kind).filter(({ method }) => method === 'GET')
}

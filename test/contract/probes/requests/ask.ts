import { type Delivery } from '../../receiver/inbox'
import type { Registered } from '../webhooks'
import type { Event } from '../events'
import { awaitDelivery } from '../arrivals'
import { fillPath } from '../../engine/request'
import { idempotency } from '../idempotency'
import { idOf, isRefusal, isSuccess, whereOffered } from '../expect'
import { makeRoom, sparedWebhooks, webhookBase, webhookKey } from '../webhook-hosts'
import type { Asked, PlannedRequest, Means } from './planned-request'
import { NotApplicable, type Answer, type Context } from '../../engine/check'
import { deliveryRequests, subscriber } from './deliveries'
import { eventRequests, typeOf } from './events'
import { keyRequests } from './keys'
import { readingRequests } from './reading'
import { webhookRequests } from './webhooks'

/** A request of the table that was sent, and its answer. */
export interface Seen {
  planned: PlannedRequest
  asked: Asked
  answer: Answer
}

/** Sends a request of the table, once a run. Throws `NotApplicable` where another one that it needs did not succeed. */
export async function ask(context: Context, name: string): Promise<Seen> {
  return (
    keptRegistration(context, name) ??
    context.once(`exchange ${name}`, async () => {
      const planned = plannedRequests.find((one) => one.name === name)
      if (!planned) throw new TypeError(`There is no request of the name ${name}.`)
      if (!context.permits(planned.mode))
        throw new NotApplicable(`Mode ${context.mode} makes no ${planned.title}.`, `--mode ${planned.mode}`)
      const asked = await planned.request(meansOf(context))
      const answer = await sendInRoom(context, planned, asked)
      await keepOrRemove(context, planned, asked, answer)
      const seen = { planned, asked, answer }
      keptAnswers(context).push(seen)
      return seen
    })
  )
}

/**
 * The registration of a webhook that stays for other requests. A flaky answer on its way is no reason to make it again, which
 * would meet its own webhook.
 */
function keptRegistration(context: Context, name: string): Seen | undefined {
  return keptAnswers(context).find(
    ({ planned, answer }) => planned.name === name && planned.keepsWebhook === true && isSuccess(answer),
  )
}

/** Methods whose answers have no body of the interface. */
const bodiless: readonly (string | undefined)[] = ['HEAD', 'OPTIONS']

/** The requests that this run has made so far, but for those whose answers have no body to learn from. */
export function answersSoFar(context: Context): readonly Seen[] {
  return keptAnswers(context).filter(({ planned }) => !bodiless.includes(planned.route?.method))
}

function keptAnswers(context: Context): Seen[] {
  return context.keep('exchanges', () => [])
}

/** Sends requests of the table one by one. One that needs what the deployment or the run does not offer is left out. */
export async function askAll(context: Context, names: readonly string[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const name of names) {
    const one = await whereOffered(ask(context, name))
    if (one) seen.push(one)
  }
  return seen
}

/** The address at which the receiver keeps the deliveries to the webhook of a planned request. */
function addressOf({ prefix }: Context, name: string): string {
  return `/${prefix}/exchange-${name}`
}

/** The webhook of the subscriber's registration; `undefined` where that did not succeed. */
export function subscribed(context: Context, { asked, answer }: Seen): Registered | undefined {
  if (!asked.key || !isSuccess(answer) || idOf(answer) === undefined) return undefined
  return {
    webhook: answer.json as Registered['webhook'],
    answer,
    key: asked.key,
    input: asked.body as Registered['input'],
    type: typeOf({ context }, subscriber),
    address: addressOf(context, subscriber),
  }
}

/**
 * The delivery of the event that a planned request created. Some services deliver without a word of the event: the latest delivery after the first
 * `before` then stands for it.
 */
export async function deliveryOf(
  context: Context,
  webhook: Registered,
  { asked, answer }: Seen,
  before = 0,
): Promise<Delivery | undefined> {
  const input = asked.body as { type: string; data: unknown }
  const named = await awaitDelivery(context, webhook, { event: answer.json as Event, answer, input })
  return named ?? context.receiver().inbox.at(webhook.address).slice(before).at(-1)
}

function meansOf(context: Context): Means {
  const answerTo = async (name: string) => (await ask(context, name)).answer
  return {
    context,
    key: context.permits('non-disruptive') ? context.eventKey() : context.anyKey(),
    webhookKey: () => webhookKey(context),
    answerTo,
    async idFrom(name) {
      const answer = await answerTo(name)
      const id = isSuccess(answer) ? idOf(answer) : undefined
      if (id === undefined)
        throw new NotApplicable(`Nothing was made: ${name} was answered by ${answer.status}.`)
      return id
    },
    places: async () => (await idempotency(context)).places,
    webhookUrl: async (name) => (await webhookBase(context)).base + addressOf(context, name),
    admitDeliveries(name) {
      if (context.receiverUrl !== undefined) context.receiver().inbox.admit(addressOf(context, name))
    },
  }
}

/** Makes a planned request, once more where a webhook is refused that has to be taken, while earlier checks left some standing. */
async function sendInRoom(context: Context, planned: PlannedRequest, asked: Asked): Promise<Answer> {
  const { operation, situation } = planned
  const answer = await send(context, planned, asked)
  const needsRoom = operation === 'createWebhook' && situation === undefined && isRefusal(answer)
  const isMade = needsRoom && asked.key && (await makeRoom(context, asked.key))
  return isMade ? send(context, planned, asked) : answer
}

function send(context: Context, { operation, route, comparesStatus }: PlannedRequest, asked: Asked) {
  const { value: _value, values: _values, path = {}, query, ...rest } = asked
  if (operation !== undefined) return context.call(operation, { path, query, ...rest })
  if (!route) throw new TypeError('A planned request has neither an operation nor a route.')
  const request = { ...rest, method: route.method, path: fillPath(route.path, path, query) }
  return comparesStatus ? context.sendUnjudged(request) : context.send(request)
}

/** Deletes the webhook that a request registered, unless that stays for others or is the one of another planned request. */
async function keepOrRemove(
  context: Context,
  { operation, keepsWebhook }: PlannedRequest,
  { key }: Asked,
  answer: Answer,
): Promise<void> {
  const id = isSuccess(answer) ? idOf(answer) : undefined
  if (operation !== 'createWebhook' || id === undefined) return
  const kept = sparedWebhooks(context)
  if (keepsWebhook) kept.add(id)
  else if (!kept.has(id)) await context.call('deleteWebhook', { key, path: { id } })
}

/** Every planned request, in the order in which a comparison sends them. */
export const plannedRequests: readonly PlannedRequest[] = [
  ...readingRequests.filter(({ name }) => name === 'no-key'),
  ...eventRequests,
  ...readingRequests.filter(({ name }) => name !== 'no-key'),
  ...webhookRequests,
  ...deliveryRequests,
  ...keyRequests,
]

import { exchanges } from './table'
import { fillPath } from '../../engine/route'
import { idempotency } from '../idempotency'
import { idOf, isRefusal, isSuccess } from '../expect'
import { permits } from '../../engine/vocabulary'
import { makeRoom, sparedWebhooks, webhookBase, webhookKey } from '../webhook-hosts'
import type { Asked, Exchange, Means } from './exchange'
import { NotApplicable, type Answer, type Context } from '../../engine/check'

/** An exchange that was made. */
export interface Seen {
  exchange: Exchange
  asked: Asked
  answer: Answer
}

/** Makes an exchange of the table, once a run. Throws `NotApplicable` where another one that it needs did not succeed. */
export async function ask(context: Context, name: string): Promise<Seen> {
  return (
    keptRegistration(context, name) ??
    context.once(`exchange ${name}`, async () => {
      const exchange = exchanges.find((one) => one.name === name)
      if (!exchange) throw new TypeError(`There is no exchange of the name ${name}.`)
      if (!permits(context.mode, exchange.mode))
        throw new NotApplicable(`Mode ${context.mode} makes no ${exchange.title}.`, `--mode ${exchange.mode}`)
      const asked = await exchange.request(meansOf(context))
      const answer = await sendInRoom(context, exchange, asked)
      await keepOrRemove(context, exchange, asked, answer)
      const seen = { exchange, asked, answer }
      keptExchanges(context).push(seen)
      return seen
    })
  )
}

/**
 * The registration of a webhook that stays for other exchanges. A flaky answer on its way is no reason to make it again, which
 * would meet its own webhook.
 */
function keptRegistration(context: Context, name: string): Seen | undefined {
  return keptExchanges(context).find(
    ({ exchange, answer }) => exchange.name === name && exchange.keepsWebhook === true && isSuccess(answer),
  )
}

/** Methods whose answers have no body of the interface. */
const bodiless: readonly (string | undefined)[] = ['HEAD', 'OPTIONS']

/** The exchanges that this run has made so far, but for those whose answers have no body to learn from. */
export function exchangesSoFar(context: Context): readonly Seen[] {
  return keptExchanges(context).filter(({ exchange }) => !bodiless.includes(exchange.route?.method))
}

function keptExchanges(context: Context): Seen[] {
  return context.keep('exchanges', () => [])
}

/** Makes exchanges one by one. One that needs what the deployment or the run does not offer is left out. */
export async function askAll(context: Context, names: readonly string[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const name of names) {
    const one = await askWhereOffered(context, name)
    if (one) seen.push(one)
  }
  return seen
}

/** Makes an exchange; `undefined` where it needs what the deployment or the run does not offer. */
export async function askWhereOffered(context: Context, name: string): Promise<Seen | undefined> {
  try {
    return await ask(context, name)
  } catch (error) {
    if (error instanceof NotApplicable) return undefined
    throw error
  }
}

/** The address at which the receiver keeps the deliveries to the webhook of an exchange. */
export function addressOf({ prefix }: Context, name: string): string {
  return `/${prefix}/exchange-${name}`
}

function meansOf(context: Context): Means {
  const answerTo = async (name: string) => (await ask(context, name)).answer
  return {
    context,
    key: permits(context.mode, 'non-disruptive') ? context.eventKey() : context.anyKey(),
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

/** Makes an exchange, once more where a webhook is refused that has to be taken, while earlier checks left some standing. */
async function sendInRoom(context: Context, exchange: Exchange, asked: Asked): Promise<Answer> {
  const { operation, situation } = exchange
  const answer = await send(context, exchange, asked)
  const needsRoom = operation === 'createWebhook' && situation === undefined && isRefusal(answer)
  const isMade = needsRoom && asked.key && (await makeRoom(context, asked.key))
  return isMade ? send(context, exchange, asked) : answer
}

function send(
  context: Context,
  { operation, route, comparesStatus }: Exchange,
  asked: Asked,
): Promise<Answer> {
  const { value: _value, values: _values, path = {}, query, ...rest } = asked
  if (operation !== undefined) return context.call(operation, { path, query, ...rest })
  if (!route) throw new TypeError('An exchange has neither an operation nor a route.')
  const request = { ...rest, method: route.method, path: fillPath(route.path, path, query) }
  return comparesStatus ? context.sendUnjudged(request) : context.send(request)
}

/** Deletes the webhook that an exchange registered, unless that stays for others or is the one of another exchange. */
async function keepOrRemove(
  context: Context,
  { operation, keepsWebhook }: Exchange,
  { key }: Asked,
  answer: Answer,
): Promise<void> {
  const id = isSuccess(answer) ? idOf(answer) : undefined
  if (operation !== 'createWebhook' || id === undefined) return
  const kept = sparedWebhooks(context)
  if (keepsWebhook) kept.add(id)
  else if (!kept.has(id)) await context.call('deleteWebhook', { key, path: { id } })
}

import type { components } from '../../../generated/types'
import {
  expectNow,
  expectSame,
  expectStatus,
  expectThat,
  idOf,
  isRefusal,
  isSuccess,
  refusesKey,
} from './expect'
import { parseUrl } from '../../../src/core/url'
import {
  assertRoom,
  newAddress,
  NoRoom,
  notPermitted,
  nowhere,
  receiverRemedy,
  registerInRoom,
  sendRegistration,
  webhookBase,
  webhookKey,
  type WebhookInput,
} from './webhook-hosts'
import { CouldNotRun, Violation, type Answer, type Context, type Key } from '../engine/check'

/** A webhook as its creation returns it. */
type NewWebhook = components['schemas']['WebhookWithSecret']

/** A webhook of the run and the address at which the receiver keeps its deliveries. */
export interface Registered {
  webhook: NewWebhook
  answer: Answer
  key: Key
  input: WebhookInput
  /** The first of its event types. */
  type: string
  /** `/<prefix>/<number>`. */
  address: string
}

/** How a webhook is registered. */
interface Registration {
  /** A type that no other webhook has unless given. */
  events?: readonly string[]
  description?: string
  /** The key of the run's mode unless given. */
  key?: Key
  /** A path or a query that follows the address in the URL. */
  suffix?: string
}

/**
 * Registers a webhook with a URL of its own, or fails with WH-1. The interface wants a URL to be HTTPS and does not say that it may have a
 * query: one that is refused with a query is tried without.
 */
export async function register(context: Context, registration: Registration = {}): Promise<Registered> {
  const [path, query] = registration.suffix?.split('?') ?? []
  const withQuery = query === undefined ? undefined : await registerUnlessRefused(context, registration)
  return withQuery ?? registerAsItIs(context, { ...registration, suffix: path })
}

/** The sentence of a check that was to register a URL with a query, where the deployment takes none. */
export function sayWithoutQuery({ input }: Registered): string | undefined {
  return input.url.includes('?') ? undefined : 'A url with a query was refused, which is open.'
}

async function registerAsItIs(context: Context, registration: Registration): Promise<Registered> {
  const { key = webhookKey(context), events = [context.unique('type')], description } = registration
  const { base } = await webhookBase(context)
  // All live events go to such a webhook: outside of our own receiver nobody may get them.
  const isForAll = events.includes('*')
  const isForAllElsewhere = isForAll && base !== context.receiverUrl
  const address = newAddress(context)
  // Nobody else's events come to a webhook of the run's own types, whatever their deliveries look like.
  if (!isForAll && base === context.receiverUrl) context.receiver().inbox.admit(address)
  const url = (isForAllElsewhere ? nowhere : base) + address + (registration.suffix ?? '')
  const input = { url, events, description }
  const answer = await registerInRoom(context, key, input)
  if (isForAllElsewhere && isRefusal(answer)) {
    throw new CouldNotRun(
      'A webhook for all events was not registered: there is no receiver to point it at.',
      receiverRemedy(context),
    )
  }
  if (!context.permits('full') && refusesKey(answer)) throw notPermitted()
  assertRoom(context, key, answer)
  expectStatus(answer, 'WH-1', 'The registration of a webhook', [201])
  const registered = registeredBy(context, answer, { key, input, address })
  expectThat(registered, 'WH-1', 'The registration returned no webhook.', { answer })
  return registered
}

/** The webhook that an answer shows to be registered, from now on one of the check; `undefined` where it shows none. */
export function registeredBy(
  context: Context,
  answer: Answer,
  sent: Pick<Registered, 'key' | 'input' | 'address'>,
): Registered | undefined {
  const id = idOf(answer)
  if (!isSuccess(answer) || id === undefined) return undefined
  context.webhooks.add(id)
  const [type = ''] = sent.input.events
  const registered = { ...sent, type, webhook: answer.json as NewWebhook, answer }
  allRegistered(context).push(registered)
  orBlame(context, answer, () => expectNew(registered))
  return registered
}

/** Makes an assertion about an answer. A breach of a rule that the check does not judge is reported at the end of the run. */
export function orBlame(context: Context, { evidence }: Answer, assert: () => void): void {
  try {
    assert()
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    for (const rule of error.rules) context.blame({ rule, message: error.message }, evidence)
  }
}

/** What holds for each new webhook, whatever it is and whose key registered it, by the rule that says so. */
const ofNewWebhooks: Readonly<Record<string, (registered: Registered) => void>> = {
  'WH-1': ({ webhook, answer }) => {
    expectStatus(answer, 'WH-1', 'The registration of a webhook', [201])
    for (const field of ['id', 'url', 'events', 'status', 'created', 'secret'])
      expectThat(field in webhook, 'WH-1', `The new webhook has no ${field}.`, { answer })
  },
  'WH-11': ({ webhook: { secret }, answer }) =>
    expectThat(/^whsec_./.test(String(secret)), 'WH-11', 'A secret does not begin with whsec_.', { answer }),
  'WH-8': ({ webhook: { id }, answer }) =>
    expectThat(/^wh_./.test(id), 'WH-8', 'The id is not wh_ and an identifier.', { answer }),
  'WH-10': ({ webhook: { status }, answer }) => expectSame(status, 'active', 'WH-10', 'The status', answer),
  'WH-12': ({ webhook: { created }, answer }) => expectNow('WH-12', created, 'registration', answer),
  'WH-9': ({ webhook, input, answer }) => expectAsSent(webhook, input, answer),
  'WH-7': ({ webhook, input: { description }, answer }) => {
    if (description !== undefined)
      expectSame(webhook.description, description, 'WH-7', 'The description', answer)
  },
}

/** Fails where a new webhook breaks one of these rules, all of them unless given. */
export function expectNew(
  registered: Registered,
  rules: readonly string[] = Object.keys(ofNewWebhooks),
): void {
  for (const rule of rules) ofNewWebhooks[rule]?.(registered)
}

/** Whether a URL came back as it was sent, or as the URL standard writes it. */
export function isSameUrl(received: unknown, sent: string): boolean {
  return (
    received === sent || (typeof received === 'string' && parseUrl(received)?.href === new URL(sent).href)
  )
}

/** Fails with WH-9 unless a webhook has the url and the types that were sent. */
export function expectAsSent(
  webhook: { url?: unknown; events?: unknown },
  { url, events }: { url: string; events: readonly string[] },
  answer: Answer,
): void {
  const details = { expected: url, received: webhook.url, answer }
  expectThat(isSameUrl(webhook.url, url), 'WH-9', 'The url differs.', details)
  expectSame(inAnyOrder(webhook.events), inAnyOrder(events), 'WH-9', 'The list of event types', answer)
}

/** Event types sorted and each once, as the interface gives them no order and does not speak of one that is listed twice. */
export function inAnyOrder(types: unknown): unknown {
  return Array.isArray(types) ? [...new Set(types as string[])].sort() : types
}

/** The webhooks that the run has registered so far, whether or not they stand. */
export function allRegistered(context: Context): Registered[] {
  return context.keep('all webhooks', () => [])
}

/** Registers another webhook with the URL of one; `undefined` where the deployment keeps one webhook a URL. */
export async function registerBeside(
  context: Context,
  { webhook, key, input: { url }, address }: Registered,
  events: readonly string[],
): Promise<Registered | undefined> {
  const input = { url, events }
  const answer = await sendRegistration(context, key, input)
  return idOf(answer) === webhook.id ? undefined : registeredBy(context, answer, { key, input, address })
}

/** Registers a deleted webhook anew, with some of its types; `undefined` where the deployment takes its URL no more. */
export async function registerAgain(context: Context, former: Registered, events: readonly string[]) {
  const { key, address } = former
  const input = { ...former.input, events }
  return registeredBy(context, await registerInRoom(context, key, input), { key, input, address })
}

/** Registers a webhook; `undefined` where the deployment refuses what is open: a long list, a long URL, one webhook more. */
export async function registerUnlessRefused(
  context: Context,
  registration: Registration,
): Promise<Registered | undefined> {
  try {
    return await registerAsItIs(context, registration)
  } catch (error) {
    const isRefused = error instanceof Violation && error.rules.every((rule) => rule === 'WH-1')
    if (isRefused || error instanceof NoRoom) return undefined
    throw error
  }
}

/**
 * Registers webhooks, as many of them as the deployment takes, two or more: one after the other, because making room for one would delete
 * another whose answer is still under way.
 */
export async function registerSome(context: Context, registrations: readonly Registration[]) {
  const made: Registered[] = []
  for (const registration of registrations) {
    try {
      made.push(await register(context, registration))
    } catch (error) {
      if (!(error instanceof NoRoom) || made.length < 2) throw error
      break
    }
  }
  return made
}

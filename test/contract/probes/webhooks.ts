import type { components } from '../../../generated/types'
import { CouldNotRun, NotApplicable, Violation } from '../engine/outcome'
import { expectStatus, expectSuccess, expectThat } from './expect'
import { errorOf, idOf, isRefusal, isSuccess, refusesKey } from './answers'
import { permits } from '../engine/vocabulary'
import { shareMode } from '../engine/key'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** A webhook as its creation returns it. */
type NewWebhook = components['schemas']['WebhookWithSecret']

/** A webhook of the run and the address at which the receiver keeps its deliveries. */
export interface Registered {
  webhook: NewWebhook
  answer: Answer
  key: Key
  input: { url: string; events: readonly string[]; description?: string }
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

/** The number of webhooks that an account may have is open: the deployment refused one more than that. */
export class NoRoom extends CouldNotRun {
  constructor(others: number, { status }: Answer) {
    super(`A webhook beside ${others} others of this run was refused (${status}): is their number limited?`)
  }
}

/** A host that IANA keeps for documents: nobody gets what is sent there. */
export const elsewhere = 'https://example.com'
/** A host that no name server knows, so that nothing is ever sent there. */
export const nowhere = 'https://webhook.invalid'
/** Hosts at which nobody gets what is sent there, in the order in which they are tried. */
const harmlessHosts = [elsewhere, 'https://hooks.example.org', nowhere]

/** The live key in mode full, else the test key. */
export function webhookKey(context: Context): Key {
  return permits(context.mode, 'full') ? context.liveKey() : context.testKey()
}

/** The key of the run that may register webhooks; `NotApplicable` where a test key may not. */
export async function permittedWebhookKey(context: Context): Promise<Key> {
  await webhookBase(context)
  return webhookKey(context)
}

/** The keys of the run that may register webhooks, found out once: whether a test key may is the service's choice. */
export function registeringKeys(context: Context): Promise<readonly Key[]> {
  return context.once('registering keys', async () => {
    const permitted = await permittedWebhookKey(context)
    const keys = [permitted]
    for (const key of context.eventKeys().filter((one) => one !== permitted)) {
      const url = await newWebhookUrl(context)
      const answer = await create(context, key, { url, events: [context.unique('probe')] })
      await discard(context, key, answer)
      if (isSuccess(answer)) keys.push(key)
    }
    return keys
  })
}

/** An address that no other webhook of the run has. */
export function newAddress(context: Context): string {
  return `/${context.prefix}/${context.nextNumber()}`
}

/** A URL of its own for a webhook, at the receiver where the deployment takes that. */
export async function newWebhookUrl(context: Context): Promise<string> {
  const { base } = await webhookBase(context)
  return base + newAddress(context)
}

/** The host at which webhooks of this run can be registered. `refused`: why that is not the receiver. */
export function webhookBase(context: Context): Promise<{ base: string; refused?: string }> {
  return context.once('webhook base', async () => {
    const key = webhookKey(context)
    const { receiverUrl } = context
    const bases = [...(receiverUrl === undefined ? [] : [receiverUrl]), ...harmlessHosts]
    const refusals: Answer[] = []
    for (const base of bases) {
      const url = base + newAddress(context)
      const answer = await create(context, key, { url, events: [context.unique('probe')] })
      if (isSuccess(answer)) {
        await discard(context, key, answer)
        if (base === receiverUrl || refusals.length === 0 || receiverUrl === undefined) return { base }
        const status = refusals[0]?.status
        return { base, refused: `The deployment takes no webhook at ${receiverUrl} (${status}).` }
      }
      // What is no refusal says nothing about hosts. The checks of registration judge it.
      if (!isRefusal(answer)) return { base }
      refusals.push(answer)
    }
    if (refusals.every((answer) => errorOf(answer)?.param === 'url')) throw noHost(context, bases)
    if (!permits(context.mode, 'full')) throw notPermitted()
    return { base: bases[0] as string }
  })
}

function noHost(context: Context, bases: readonly string[]): CouldNotRun {
  const hosts = bases.map((base) => new URL(base).host).join(', ')
  return new CouldNotRun(
    `The deployment takes no webhook at any of these hosts: ${hosts}. It may take one at a public host.`,
    receiverRemedy(context),
  )
}

/** The flags that have webhooks registered at a host of the caller's choosing. */
function receiverRemedy({ mode }: Context): string {
  return permits(mode, 'full') ? '--receiver-url' : '--mode full --receiver-url'
}

/** Registers a webhook with a URL of its own, or fails with WH-1. */
export async function register(context: Context, registration: Registration = {}): Promise<Registered> {
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
  const first = await create(context, key, input)
  const isSecondTry = isRefusal(first) && (await makeRoom(context, key))
  const answer = isSecondTry ? await create(context, key, input) : first
  if (isForAllElsewhere && isRefusal(answer)) {
    throw new CouldNotRun(
      'A webhook for all events was not registered: there is no receiver to point it at.',
      receiverRemedy(context),
    )
  }
  if (!permits(context.mode, 'full') && refusesKey(answer)) throw notPermitted()
  const others = isRefusal(answer) ? standing(context, key).length : 0
  if (others > 0) throw new NoRoom(others, answer)
  expectStatus(answer, 'WH-1', 'The registration of a webhook', [201])
  const id = idOf(answer)
  expectThat(id !== undefined, 'WH-1', 'The registration returned no webhook.', { answer })
  context.webhooks.add(id)
  return { webhook: answer.json as NewWebhook, answer, key, input, address }
}

/** Registers another webhook with the URL of one; `undefined` where the deployment keeps one webhook a URL. */
export async function registerBeside(
  context: Context,
  { webhook, key, input: { url }, address }: Registered,
  events: readonly string[],
): Promise<Registered | undefined> {
  const input = { url, events }
  const answer = await create(context, key, input)
  const id = idOf(answer)
  if (!isSuccess(answer) || id === undefined || id === webhook.id) return undefined
  context.webhooks.add(id)
  return { webhook: answer.json as NewWebhook, answer, key, input, address }
}

/** Registers a webhook; `undefined` where the deployment refuses what is open: a long list, a long URL, one webhook more. */
export async function registerUnlessRefused(
  context: Context,
  registration: Registration,
): Promise<Registered | undefined> {
  try {
    return await register(context, registration)
  } catch (error) {
    const isRefused = error instanceof Violation && error.rules.every((rule) => rule === 'WH-1')
    if (isRefused || error instanceof NoRoom) return undefined
    throw error
  }
}

/** Registers webhooks, as many of them as the deployment takes, `least` or more. */
export async function registerSome(
  context: Context,
  registrations: readonly Registration[],
  least: number,
): Promise<Registered[]> {
  const made: Registered[] = []
  for (const registration of registrations) {
    try {
      made.push(await register(context, registration))
    } catch (error) {
      if (!(error instanceof NoRoom) || made.length < least) throw error
      break
    }
  }
  return made
}

/** Deletes a webhook of the run, or fails with WD-2. */
export async function remove(context: Context, { webhook, key }: Registered): Promise<Answer> {
  const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
  // The first of two sendings, whose answer a gateway lost, may have deleted it.
  if (answer.resentAfter && answer.status === 404) return answer
  expectSuccess(answer, 'WD-2', 'A deletion', `a 2xx with { "id": "${webhook.id}", "deleted": true }`)
  return answer
}

/** A webhook and the answer to its deletion, made once a run for the checks that look at nothing else. */
export function sampleWebhook(context: Context): Promise<{ registered: Registered; deletion: Answer }> {
  return context.once('sample webhook', async () => {
    const registered = await register(context)
    const { key, webhook } = registered
    return { registered, deletion: await context.call('deleteWebhook', { key, path: { id: webhook.id } }) }
  })
}

/** Deletes the run's webhooks that a check no longer needs, so that they take no further deliveries. */
export async function dismiss(context: Context, ...webhooks: readonly Registered[]): Promise<void> {
  for (const webhook of webhooks) await remove(context, webhook)
}

/** Whether a webhook was not deleted by now, as it may have been to make room for another. */
export function stands(context: Context, { webhook }: Registered): boolean {
  return context.openWebhooks().some(({ id }) => id === webhook.id)
}

/** Deletes the webhook that an answer shows to be registered, if there is one. */
export async function discard(context: Context, key: Key, answer: Answer): Promise<void> {
  const id = isSuccess(answer) ? idOf(answer) : undefined
  if (id !== undefined) await context.call('deleteWebhook', { key, path: { id } })
}

/** Ids of webhooks that a later check still needs. */
export function sparedWebhooks(context: Context): Set<string> {
  return context.keep('spared webhooks', () => new Set<string>())
}

function create(context: Context, key: Key, body: Registered['input']): Promise<Answer> {
  return context.call('createWebhook', { key, body })
}

function notPermitted(): NotApplicable {
  return new NotApplicable('The test key may not register webhooks here.', '--mode full')
}

/** Ids of the run's webhooks in the key's mode that still stand. */
function standing(context: Context, key: Key): string[] {
  const open = context.openWebhooks().filter((entry) => shareMode(entry.key, key))
  return open.map(({ id }) => id)
}

/** Deletes what earlier checks left standing, as a failed one may, and resolves to whether that was anything. */
async function makeRoom(context: Context, key: Key): Promise<boolean> {
  const spared = sparedWebhooks(context)
  let made = false
  for (const id of standing(context, key)) {
    if (context.webhooks.has(id) || spared.has(id)) continue
    made = isSuccess(await context.call('deleteWebhook', { key, path: { id } })) || made
  }
  return made
}

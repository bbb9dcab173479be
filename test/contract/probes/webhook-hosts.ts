import { errorOf, isRefusal, isSuccess, idOf } from './expect'
import { CouldNotRun, NotApplicable, shareMode } from '../engine/check'
import type { Answer, Call, Context, Key } from '../engine/check'

/** A host that IANA keeps for documents: nobody gets what is sent there. */
export const elsewhere = 'https://example.com'
/** A host that no name server knows, so that nothing is ever sent there. */
export const nowhere = 'https://webhook.invalid'
/** Hosts at which nobody gets what is sent there, in the order in which they are tried. */
const harmlessHosts = [elsewhere, 'https://hooks.example.org', nowhere]

/** The live key in mode full, else the test key. */
export function webhookKey(context: Context): Key {
  return context.permits('full') ? context.liveKey() : context.testKey()
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
      const body = { url: await newWebhookUrl(context), events: [context.unique('probe')] }
      if (isSuccess(await tryRegistration(context, key, { body }))) keys.push(key)
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
      const body = { url: base + newAddress(context), events: [context.unique('probe')] }
      const answer = await tryRegistration(context, key, { body })
      if (isSuccess(answer)) {
        if (base === receiverUrl || refusals.length === 0 || receiverUrl === undefined) return { base }
        const status = refusals[0]?.status
        return { base, refused: `The deployment takes no webhook at ${receiverUrl} (${status}).` }
      }
      // An answer that is no refusal says nothing about hosts. The checks of registration judge it.
      if (!isRefusal(answer)) return { base }
      refusals.push(answer)
    }
    if (refusals.every((answer) => errorOf(answer)?.param === 'url')) throw noHost(context, bases)
    if (!context.permits('full')) throw notPermitted()
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
export function receiverRemedy(context: Context): string {
  return context.permits('full') ? '--receiver-url' : '--mode full --receiver-url'
}

export function notPermitted(): NotApplicable {
  return new NotApplicable('The test key may not register webhooks here.', '--mode full')
}

/** The number of webhooks that an account may have is open: the deployment refused one more than that. */
export class NoRoom extends CouldNotRun {
  constructor(others: number, { status }: Answer) {
    super(`A webhook beside ${others} others of this run was refused (${status}): is their number limited?`)
  }
}

/** Throws where a registration was refused beside other webhooks of the run, so that the refusal may be for want of room. */
export function assertRoom(context: Context, key: Key, answer: Answer): void {
  const others = standing(context, key).length + context.lostRegistrations
  if (isRefusal(answer) && others > 0) throw new NoRoom(others, answer)
}

/** The body of a registration. */
export interface WebhookInput {
  url: string
  events: readonly string[]
  description?: string
}

/** Sends a registration and resolves to its answer, whatever that is. */
export function sendRegistration(context: Context, key: Key, body: WebhookInput): Promise<Answer> {
  return context.call('createWebhook', { key, body })
}

/**
 * Sends a registration, and once more where it is refused while webhooks stand that no check needs any longer: they are
 * deleted first, because how many an account may have is the service's choice. A refusal of the field `events` is none for want of room.
 */
export async function registerInRoom(context: Context, key: Key, body: WebhookInput): Promise<Answer> {
  const answer = await sendRegistration(context, key, body)
  const isForRoom = isRefusal(answer) && errorOf(answer)?.param !== 'events'
  if (!isForRoom || !(await makeRoom(context, key))) return answer
  // The first of two sendings, whose answer a gateway lost, may have made another webhook with this URL.
  const { resentAfter = answer.resentAfter, ...registered } = await sendRegistration(context, key, body)
  return { ...registered, resentAfter }
}

/** Deletes the webhook that an answer shows to be registered, if there is one. */
export async function discard(context: Context, key: Key, answer: Answer): Promise<void> {
  const id = isSuccess(answer) ? idOf(answer) : undefined
  if (id !== undefined) await context.call('deleteWebhook', { key, path: { id } })
}

/** Sends a registration, and deletes the webhook that it makes at once. Resolves to the answer to the registration. */
export async function tryRegistration(context: Context, key: Key, registration: Call): Promise<Answer> {
  const answer = await context.call('createWebhook', { ...registration, key })
  await discard(context, key, answer)
  return answer
}

/** Ids of webhooks that a later check still needs. */
export function sparedWebhooks(context: Context): Set<string> {
  return context.keep('spared webhooks', () => new Set<string>())
}

/** Ids of the run's webhooks in the key's mode that still stand. */
function standing(context: Context, key: Key): string[] {
  return context.openWebhooks().flatMap((entry) => (shareMode(entry.key, key) ? [entry.id] : []))
}

/**
 * Deletes what earlier checks left standing, as a failed one may, and what a gateway had registered whose answer was lost.
 * Resolves to whether that was anything. Where other checks are being made, what stands may be theirs: a check that finds no room
 * is made again alone.
 */
export async function makeRoom(context: Context, key: Key): Promise<boolean> {
  if (!context.isAlone) return false
  const spared = sparedWebhooks(context)
  await context.findLostWebhooks()
  let made = false
  for (const id of standing(context, key)) {
    if (context.webhooks.has(id) || spared.has(id)) continue
    made = isSuccess(await context.call('deleteWebhook', { key, path: { id } })) || made
  }
  return made
}

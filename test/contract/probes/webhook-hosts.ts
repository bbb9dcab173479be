import { CouldNotRun, NotApplicable } from '../engine/outcome'
import { discard, sendRegistration } from './webhook-room'
import { errorOf, isRefusal, isSuccess } from './answers'
import { permits } from '../engine/vocabulary'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

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
      const answer = await sendRegistration(context, key, { url, events: [context.unique('probe')] })
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
      const answer = await sendRegistration(context, key, { url, events: [context.unique('probe')] })
      if (isSuccess(answer)) {
        await discard(context, key, answer)
        if (base === receiverUrl || refusals.length === 0 || receiverUrl === undefined) return { base }
        const status = refusals[0]?.status
        return { base, refused: `The deployment takes no webhook at ${receiverUrl} (${status}).` }
      }
      // An answer that is no refusal says nothing about hosts. The checks of registration judge it.
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
export function receiverRemedy({ mode }: Context): string {
  return permits(mode, 'full') ? '--receiver-url' : '--mode full --receiver-url'
}

export function notPermitted(): NotApplicable {
  return new NotApplicable('The test key may not register webhooks here.', '--mode full')
}

import { CouldNotRun } from '../engine/outcome'
import { idOf, isRefusal, isSuccess } from './answers'
import { shareMode } from '../engine/key'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** The number of webhooks that an account may have is open: the deployment refused one more than that. */
export class NoRoom extends CouldNotRun {
  constructor(others: number, { status }: Answer) {
    super(`A webhook beside ${others} others of this run was refused (${status}): is their number limited?`)
  }
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
 * deleted first, because how many an account may have is the service's choice.
 */
export async function registerInRoom(context: Context, key: Key, body: WebhookInput): Promise<Answer> {
  const answer = await sendRegistration(context, key, body)
  if (!isRefusal(answer) || !(await makeRoom(context, key))) return answer
  return sendRegistration(context, key, body)
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

/** Ids of the run's webhooks in the key's mode that still stand. */
export function standing(context: Context, key: Key): string[] {
  const open = context.openWebhooks().filter((entry) => shareMode(entry.key, key))
  return open.map(({ id }) => id)
}

/**
 * Deletes what earlier checks left standing, as a failed one may, and what a gateway had registered whose answer was lost.
 * Resolves to whether that was anything.
 */
export async function makeRoom(context: Context, key: Key): Promise<boolean> {
  const spared = sparedWebhooks(context)
  await context.findLostWebhooks()
  let made = false
  for (const id of standing(context, key)) {
    if (context.webhooks.has(id) || spared.has(id)) continue
    made = isSuccess(await context.call('deleteWebhook', { key, path: { id } })) || made
  }
  return made
}

import type { components } from '../../../generated/types'
import { CouldNotRun, NotApplicable, Violation } from '../engine/outcome'
import { expectStatus, isRefusal, isSuccess } from './expect'
import { shareMode } from '../engine/key'
import { permits } from '../engine/vocabulary'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** A webhook as its creation returns it. */
export type NewWebhook = components['schemas']['WebhookWithSecret']

/** A webhook of the run and the address at which the receiver keeps its deliveries. */
export interface Registered {
  webhook: NewWebhook
  answer: Answer
  key: Key
  input: { url: string; events: readonly string[]; description?: string }
  /** `/<prefix>/<number>`. */
  address: string
}

/** The live key in mode full, else the test key. */
export function webhookKey(context: Context): Key {
  return permits(context.mode, 'full') ? context.liveKey() : context.testKey()
}

/** A URL of its own for a webhook, at the receiver where the deployment takes it. */
export function webhookUrl(context: Context, base: string): { url: string; address: string } {
  const address = `/${context.prefix}/${context.nextNumber()}`
  return { url: base + address, address }
}

// A name that IANA keeps for documents, and one that can never be resolved: nothing that is sent there reaches anybody.
const elsewhere = 'https://example.com'
const nowhere = 'https://webhook.invalid'

/** Where webhooks of this run can be registered. `refused`: the deployment takes no URL of the receiver. */
export function webhookBase(context: Context): Promise<{ base: string; refused?: string }> {
  return context.once('webhook base', async () => {
    const key = webhookKey(context)
    const { receiverUrl } = context
    if (receiverUrl === undefined) return { base: elsewhere }
    const events = [context.unique('probe')]
    const first = await create(context, key, { url: webhookUrl(context, receiverUrl).url, events })
    if (isSuccess(first)) {
      await deleteWebhook(context, key, first)
      return { base: receiverUrl }
    }
    const second = await create(context, key, { url: webhookUrl(context, elsewhere).url, events })
    if (isSuccess(second)) {
      await deleteWebhook(context, key, second)
      return {
        base: elsewhere,
        refused: `The deployment takes no webhook at ${receiverUrl} (${first.status}).`,
      }
    }
    if (!permits(context.mode, 'full') && isRefusal(second)) {
      throw new NotApplicable('The test key may not register webhooks here.', '--mode full')
    }
    return { base: receiverUrl }
  })
}

async function deleteWebhook(context: Context, key: Key, answer: Answer): Promise<void> {
  const { id } = (answer.json ?? {}) as { id?: unknown }
  if (typeof id !== 'string') return
  await context.call('deleteWebhook', { key, path: { id } })
}

function create(context: Context, key: Key, body: unknown): Promise<Answer> {
  return context.call('createWebhook', { key, body })
}

/** Registers a webhook with a URL of its own, or fails with WH-1. */
export async function register(
  context: Context,
  options: { events?: readonly string[]; description?: string; key?: Key; query?: string } = {},
): Promise<Registered> {
  const key = options.key ?? webhookKey(context)
  const { base } = await webhookBase(context)
  const events = options.events ?? [context.unique('type')]
  // Everybody's live events would go there: it has to be nowhere, unless it is our own receiver.
  const everything = events.includes('*') && base === elsewhere
  const { url, address } = webhookUrl(context, everything ? nowhere : base)
  const input = { url: url + (options.query ?? ''), events, description: options.description }
  const first = await create(context, key, input)
  const answer =
    isRefusal(first) && (await makeRoom(context, key)) ? await create(context, key, input) : first
  if (everything && isRefusal(answer)) {
    throw new CouldNotRun(
      'A webhook for all events was not registered: there is no receiver to point it at.',
      '--receiver-url',
    )
  }
  if (answer.status !== 201 && !permits(context.mode, 'full') && [401, 403].includes(answer.status)) {
    throw new NotApplicable('The test key may not register webhooks here.', '--mode full')
  }
  const others = isRefusal(answer) ? standing(context, key).length : 0
  if (others > 0) throw new NoRoom(others, answer)
  expectStatus(answer, 'WH-1', [201], 'The registration of a webhook')
  const webhook = answer.json as NewWebhook | null | undefined
  if (typeof webhook?.id !== 'string') {
    throw new Violation('WH-1', 'The registration returned no webhook.', {
      received: answer.text,
      evidence: answer.evidence,
    })
  }
  context.webhooks.add(webhook.id)
  return { webhook, answer, key, input, address }
}

/** How many webhooks an account may have is open: one more than that was refused. */
export class NoRoom extends CouldNotRun {
  constructor(others: number, { status }: Answer) {
    super(`A webhook beside ${others} others of this run was refused (${status}): is their number limited?`)
  }
}

/** Registers webhooks, as many of them as the deployment takes, `least` or more. */
export async function registerSome(
  context: Context,
  wanted: readonly Parameters<typeof register>[1][],
  least: number,
): Promise<Registered[]> {
  const made: Registered[] = []
  for (const one of wanted) {
    try {
      made.push(await register(context, one))
    } catch (error) {
      if (!(error instanceof NoRoom) || made.length < least) throw error
      break
    }
  }
  return made
}

/** Webhooks of the run in the key's mode. */
function standing(context: Context, key: Key): string[] {
  return context
    .openWebhooks()
    .filter((entry) => shareMode(entry.key, key))
    .map(({ id }) => id)
}

/** Ids of webhooks that a later check still needs. */
export function sparedWebhooks(context: Context): Set<string> {
  return context.keep('spared webhooks', () => new Set<string>())
}

/** Deletes the webhooks that earlier checks left standing, as a failed one may, and resolves to whether there were any. */
async function makeRoom(context: Context, key: Key): Promise<boolean> {
  const spared = sparedWebhooks(context)
  let made = false
  for (const id of standing(context, key)) {
    if (context.webhooks.has(id) || spared.has(id)) continue
    made = isSuccess(await context.call('deleteWebhook', { key, path: { id } })) || made
  }
  return made
}

/** Deletes a webhook of the run, or fails with WD-2. */
export async function remove(context: Context, { webhook, key }: Registered): Promise<Answer> {
  const answer = await context.call('deleteWebhook', { key, path: { id: webhook.id } })
  if (!isSuccess(answer)) {
    throw new Violation(
      answer.status >= 500 ? ['ER-5', 'WD-2'] : 'WD-2',
      `A deletion was answered by ${answer.status}.`,
      {
        expected: `a 2xx with { "id": "${webhook.id}", "deleted": true }`,
        received: `${answer.status} ${answer.text}`,
        evidence: answer.evidence,
      },
    )
  }
  return answer
}

/** A page of the list of webhooks, with all of the run's; `NotApplicable` where the deployment has no such list. */
export async function listedWebhooks(
  context: Context,
  key: Key,
): Promise<{ ids: Set<string>; answers: Answer[] }> {
  const ids = new Set<string>()
  const answers: Answer[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 50; pages += 1) {
    const answer = await context.call('listWebhooks', {
      key,
      query: cursor ? { limit: 100, cursor } : { limit: 100 },
    })
    const page = answer.json as { data?: unknown; hasMore?: unknown; nextCursor?: unknown } | null | undefined
    if (!isSuccess(answer) || !Array.isArray(page?.data)) {
      context.observe('operations', { listWebhooks: null })
      throw new NotApplicable('The deployment does not list webhooks at GET /v1/webhooks.')
    }
    const { method, path } = context.route('listWebhooks')
    context.observe('operations', { listWebhooks: `${method} ${path}` })
    answers.push(answer)
    for (const item of page.data as { id?: unknown }[]) if (typeof item?.id === 'string') ids.add(item.id)
    if (page.hasMore !== true || typeof page.nextCursor !== 'string' || page.nextCursor === cursor) break
    cursor = page.nextCursor
  }
  return { ids, answers }
}

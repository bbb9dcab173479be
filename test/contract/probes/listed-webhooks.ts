import { equal, membersOf } from '../wire/json'
import { readUtcTime } from '../engine/utc-time'
import { blame } from './known-events'
import { clockSkew, isSuccess, itemsOf } from './expect'
import { allRegistered, inAnyOrder, isSameUrl, type Registered } from './webhooks'
import { NotApplicable, type Answer, type Context, type Key } from '../engine/check'

/** Pages of the list of webhooks that are read at most. */
const mostPages = 50

/** The pages of the list of webhooks, up to its end; `NotApplicable` where the deployment does not show them. */
export async function listedWebhooks(context: Context, key: Key) {
  const { method, path } = context.route('listWebhooks')
  const ids = new Set<unknown>()
  const answers: Answer[] = []
  let cursor: string | undefined
  while (answers.length < mostPages) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await context.call('listWebhooks', { key, query })
    const { data, hasMore, nextCursor } = answer.fields
    judgeListed(context, answer)
    if (!isSuccess(answer) || !Array.isArray(data)) {
      // A page that follows another one says nothing of whether there is a list.
      if (answers.length === 0) context.observe('operations', { listWebhooks: null })
      throw new NotApplicable(
        `${method} ${path} was answered by ${answer.status}, without a page of webhooks.`,
      )
    }
    context.observe('operations', { listWebhooks: `${method} ${path}` })
    answers.push(answer)
    for (const { id } of itemsOf(answer)) ids.add(id)
    if (hasMore !== true || typeof nextCursor !== 'string' || nextCursor === cursor) break
    cursor = nextCursor
  }
  lastPageOfWebhooks(context).answer = answers.at(-1)
  return { ids, answers }
}

/** The fields in which a listed webhook is held against its registration, where it has them, and the rule of each. */
const lasting: Readonly<
  Record<string, readonly [rule: string, isSame: (seen: unknown, one: Registered) => boolean]>
> = {
  url: ['WH-9', (seen, { input }) => isSameUrl(seen, input.url)],
  events: ['WH-9', (seen, { input }) => equal(inAnyOrder(seen), inAnyOrder(input.events))],
  description: ['WH-7', (seen, { input }) => input.description === undefined || seen === input.description],
  created: ['WH-12', (seen, { webhook }) => Math.abs(timeOf(seen) - timeOf(webhook.created)) <= clockSkew],
}

const timeOf = (text: unknown) => readUtcTime(text)?.milliseconds ?? Number.NaN

/** Blames the deployment where a list that holds webhooks of the run shows them otherwise than they were registered, or in no envelope. */
function judgeListed(context: Context, answer: Answer): void {
  const { json } = answer
  const items = Array.isArray(json) ? json.map(membersOf) : itemsOf(answer)
  const known = new Map(allRegistered(context).map((one) => [one.webhook.id as unknown, one]))
  // Another check may have registered its URL again meanwhile, and a deployment may keep one webhook a URL.
  const own = items.filter(({ id }) => known.has(id) && context.webhooks.has(id as string))
  if (own.length > 0 && typeof answer.fields.hasMore !== 'boolean') {
    const sides = { expected: '{ "data": [...], "hasMore": true or false, ... }', received: answer.text }
    blame(context, ['PG-1'], 'The list of webhooks has no envelope.', sides, answer)
  }
  for (const seen of own) {
    const one = known.get(seen.id) as Registered
    for (const [field, [rule, isSame]] of Object.entries(lasting)) {
      if (!(field in seen) || isSame(seen[field], one)) continue
      const sides = { expected: one.input, received: seen }
      blame(context, [rule], `A listed webhook has another ${field} than its registration.`, sides, answer)
    }
  }
}

/** The last page of the list of webhooks as the run saw it most lately. */
export function lastPageOfWebhooks(context: Context): { answer?: Answer } {
  return context.keep('last page of webhooks', () => ({}))
}

import { fieldsOf, isSuccess, itemsOf } from './expect'
import { NotApplicable, type Answer, type Context, type Key } from '../engine/check'

/** Pages of the list of webhooks that are read at most. */
const mostPages = 50

/** The pages of the list of webhooks, up to its end; `NotApplicable` where the deployment has no such list. */
export async function listedWebhooks(
  context: Context,
  key: Key,
): Promise<{ ids: ReadonlySet<unknown>; answers: Answer[] }> {
  const { method, path } = context.route('listWebhooks')
  const ids = new Set<unknown>()
  const answers: Answer[] = []
  let cursor: string | undefined
  while (answers.length < mostPages) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await context.call('listWebhooks', { key, query })
    const { data, hasMore, nextCursor } = fieldsOf(answer)
    if (!isSuccess(answer) || !Array.isArray(data)) {
      context.observe('operations', { listWebhooks: null })
      throw new NotApplicable(`The deployment does not list webhooks at ${method} ${path}.`)
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

/** The last page of the list of webhooks as the run saw it most lately. */
export function lastPageOfWebhooks(context: Context): { answer?: Answer } {
  return context.keep('last page of webhooks', () => ({}))
}

import { askFor } from './observing'
import { fieldsOf, isRefusal, isSuccess, itemsOf } from '../../probes/expect'
import type { Seen } from '../../probes/exchanges/ask'
import type { Answer, Context } from '../../engine/check'

/** How often a page is asked for again that shows nothing. */
const mostAgain = 3

/**
 * Makes exchanges on the list and records what their refusals say. A page that is empty although more events follow (PG-2) is
 * asked for again: services that filter after they have counted return such pages by chance.
 */
export async function askPages(context: Context, names: readonly string[]): Promise<Seen[]> {
  const pages: Seen[] = []
  for (const seen of await askFor(context, names))
    pages.push({ ...seen, answer: await withItems(context, seen, seen.answer) })
  return pages
}

async function withItems(context: Context, { asked }: Seen, first: Answer): Promise<Answer> {
  let answer = first
  for (let again = 0; again < mostAgain && isEmptyByChance(answer); again += 1)
    answer = await context.call('listEvents', asked)
  return answer
}

function isEmptyByChance(answer: Answer): boolean {
  return isSuccess(answer) && itemsOf(answer).length === 0 && fieldsOf(answer).hasMore === true
}

/** The answer to a cursor that no page gave; `undefined` where the list is empty or changes faster than it is read. */
export async function cursorChoice(
  context: Context,
  unknown: Seen,
): Promise<'reject' | 'first-page' | 'empty-page' | undefined> {
  if (isRefusal(unknown.answer)) return 'reject'
  const [beginning] = await askPages(context, ['page-of-one'])
  if (!beginning) return undefined
  let [page, first] = [await withItems(context, unknown, unknown.answer), beginning.answer]
  for (let again = 0; again <= mostAgain; again += 1) {
    if (!isSuccess(page) || !isSuccess(first) || itemsOf(first).length === 0) return undefined
    if (itemsOf(page).length === 0) return isEmptyByChance(page) ? undefined : 'empty-page'
    if (firstIdOf(page) === firstIdOf(first)) return 'first-page'
    // An event that was created meanwhile may be the first one by now.
    page = await withItems(context, unknown, await context.call('listEvents', unknown.asked))
    first = await withItems(context, beginning, await context.call('listEvents', beginning.asked))
  }
  return undefined
}

function firstIdOf(page: Answer): unknown {
  return (itemsOf(page)[0] as { id?: unknown } | null)?.id
}

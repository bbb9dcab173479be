import { askOne } from './observing'
import { fieldsOf, isRefusal, isSuccess, itemsOf } from '../../probes/answers'
import type { Answer } from '../../wire/client'
import type { Context } from '../../engine/context'
import type { Seen } from '../../probes/exchanges/ask'

/** How often a page is asked for again that shows nothing. */
const mostAgain = 3

/**
 * Makes an exchange on the list, again where its page is empty although more events follow (PG-2): services that filter after
 * they have counted return such pages by chance.
 */
export async function askPage(context: Context, name: string): Promise<Seen> {
  const seen = await askOne(context, name)
  return { ...seen, answer: await withItems(context, seen, seen.answer) }
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

/** What a cursor gets that no page gave; `undefined` where the list is empty or changes faster than it is read. */
export async function cursorChoice(
  context: Context,
  unknown: Seen,
): Promise<'reject' | 'first-page' | 'empty-page' | undefined> {
  if (isRefusal(unknown.answer)) return 'reject'
  const beginning = await askPage(context, 'page-of-one')
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

import { ask, askAll, type Seen } from '../../probes/requests/ask'
import { isRefusal, isSuccess, itemsOf } from '../../probes/expect'
import { observeRefusals } from '../../probes/choices/refusal'
import type { Dialect } from '../../../../generated/dialect'
import type { Answer, Check, Context } from '../../engine/check'

/** The parts that checks of open questions share. */
export const observing = {
  level: 'observe',
  mode: 'non-disruptive',
  needs: ['event-key'],
  beside: 'choices',
} as const

/** Sends requests of the table and records what their refusals say. */
export async function askFor(context: Context, names: readonly string[]): Promise<Seen[]> {
  const seen = await askAll(context, names)
  recordRefusals(context, seen)
  return seen
}

/** Sends one request and records what its refusal says. */
export async function askOne(context: Context, name: string): Promise<Seen> {
  const seen = await ask(context, name)
  recordRefusals(context, [seen])
  return seen
}

/**
 * Makes the `run` of a check that sends planned requests and says how they were answered. With `choice` it records the field as `taken` where all of
 * them succeed, and as `refused` where all are refused. `they` names what was sent, as the beginning of a sentence. `permit` throws where this run
 * may not send them.
 */
export function runAsking<Field extends keyof Dialect>(
  names: readonly string[],
  they: string,
  choice?: readonly [field: Field, taken: Dialect[Field], refused: Dialect[Field]],
  permit: (context: Context) => unknown = () => undefined,
): Check['run'] {
  return async (context) => {
    await permit(context)
    const asked = await askFor(context, names)
    const [field, taken, refused] = choice ?? []
    if (field && allSucceed(asked)) context.observe(field, taken)
    if (field && allRefuse(asked)) context.observe(field, refused)
    return `${they} answered by ${statusesOf(asked)}.`
  }
}

/** Records what the refusals of planned requests say. All requests of a situation have to be given at once. */
export function recordRefusals(context: Context, seen: readonly Seen[]): void {
  const refusals = seen.map(({ planned: { situation }, asked: { value, values }, answer }) => ({
    ...{ situation, value, answer },
    values: values && { ...values, ...methodsIn(answer) },
  }))
  observeRefusals(context, refusals)
}

/** The methods that an answer names in `Allow`, which its message may repeat. */
function methodsIn({ headers }: Answer): { methods?: string } {
  const methods = headers.get('allow')
  return methods ? { methods } : {}
}

/** The statuses by which planned requests were answered, as a text. */
export function statusesOf(seen: readonly Seen[]): string {
  return seen.map(({ answer }) => answer.status).join(', ')
}

export function allSucceed(seen: readonly Seen[]): boolean {
  return seen.length > 0 && seen.every(({ answer }) => isSuccess(answer))
}

export function allRefuse(seen: readonly Seen[]): boolean {
  return seen.length > 0 && seen.every(({ answer }) => isRefusal(answer))
}

/** How often a page is asked for again that shows nothing. */
const mostAgain = 3

/**
 * Sends requests of the table on the list and records what their refusals say. A page that is empty although more events follow (PG-2) is
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
  return isSuccess(answer) && itemsOf(answer).length === 0 && answer.fields.hasMore === true
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
    if (itemsOf(page)[0]?.id === itemsOf(first)[0]?.id) return 'first-page'
    // An event that was created meanwhile may be the first one by now.
    page = await withItems(context, unknown, await context.call('listEvents', unknown.asked))
    first = await withItems(context, beginning, await context.call('listEvents', beginning.asked))
  }
  return undefined
}

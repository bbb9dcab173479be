import { createEvent, type Created, type Event, eventOf } from './events'
import { sendEvent, type IdempotencyKey } from './sending'
import { expectSame, expectThat, isSuccess } from './expect'
import { awaitListed, holdsAll, traverse } from './listing'
import type { Answer, Context, Key } from '../engine/check'

/** Fails with EV-1 unless an answer is the original event; only warns of another status where `onlyWarns`. */
export function expectOriginal(original: object, answer: Answer, onlyWarns = false): void {
  const { status } = answer
  const message = `A repeated idempotency key was answered by ${status}.`
  expectThat(isSuccess(answer), 'EV-1', message, { expected: original, answer, onlyWarns })
  const [received, expected] = [answer.fields, original].map(eventFields)
  expectSame(received, expected, 'EV-1', 'The event of a repeated key', answer)
}

/** Fails unless a repeated idempotency key returns its own event. Resolves to the answer. */
export async function expectRepeated(
  context: Context,
  key: Key,
  { input, event: { id: expected } }: Pick<Created, 'input'> & { event: { id: string } },
  once: IdempotencyKey,
  rule = 'EV-5',
  message = 'A repeated key returned another event than its own.',
): Promise<Answer> {
  const answer = await sendEvent(context, key, input, once)
  const { id } = eventOf(answer, 'A repeated key')
  expectThat(id === expected, rule, message, { expected, received: id, answer })
  return answer
}

/** The fields of an event that the interface names; others may tell a replay from its original. */
export function eventFields(event: object): Record<string, unknown> {
  const { id, type, created, data } = event as Record<string, unknown>
  return { id, type, created, data }
}

/**
 * Fails with EV-5 where more than one event of this type is listed. Long after its creation the event itself need no longer be:
 * the interface does not say for how long events are listed. `after`: an event that was made after it. Resolves to what is listed.
 */
export async function expectOneListed(
  context: Context,
  key: Key,
  type: string,
  id: string,
  { isLongAgo = false, after }: { isLongAgo?: boolean; after?: Created } = {},
): Promise<readonly Event[]> {
  // A list may lag. Once it shows this event, which was made last, it shows all that were made before.
  const { event: last } = after ?? (await createEvent(context, key))
  const listed = await awaitListed(context, key, isLongAgo ? [last.id] : [id, last.id])
  const { items } = isLongAgo ? await traverse(context, key, { limit: 100 }, holdsAll([id, last.id])) : listed
  const ids = items.filter((item) => item.type === type).map((item) => item.id)
  const message = `${ids.length} events are listed for one idempotency key.`
  expectThat(ids.length <= 1, 'EV-5', message, { expected: [id], received: ids })
  return items
}

/** Fails with EV-4 where a creation without a key, sent once more, makes no event of its own. */
export async function expectAnother(
  context: Context,
  key: Key,
  first: Pick<Created, 'event' | 'input'>,
): Promise<void> {
  const { event, answer } = await createEvent(context, key, first.input)
  const message = 'The second of two equal requests without a key returned the first event.'
  const details = { expected: 'another id', received: event.id, answer }
  expectThat(event.id !== first.event.id, 'EV-4', message, details)
}

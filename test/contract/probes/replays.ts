import { Violation } from '../engine/outcome'
import { createEvent, type sendEvent } from './events'
import { expectSame, isSuccess } from './expect'
import { awaitListed } from './listing'
import type { Context } from '../engine/context'
import type { Key } from '../engine/key'

/** Fails with EV-1 unless an answer is the original event. */
export function assertOriginal(first: unknown, answer: Awaited<ReturnType<typeof sendEvent>>): void {
  if (!isSuccess(answer)) {
    throw new Violation('EV-1', `A repeated idempotency key was answered by ${answer.status}.`, {
      expected: first,
      received: `${answer.status} ${answer.text}`,
      evidence: answer.evidence,
    })
  }
  expectSame(core(answer.json), core(first), 'EV-1', 'The event of a repeated key', answer)
}

/** The fields of the interface; others may tell a replay from its original. */
export function core(event: unknown): unknown {
  const { id, type, created, data } = (event ?? {}) as Record<string, unknown>
  return { id, type, created, data }
}

/** Fails with EV-5 where more than one event of this type is listed. */
export async function assertOne(context: Context, key: Key, type: string, id: string): Promise<void> {
  // What was made last is listed last, where a list takes its time.
  const { event: mark } = await createEvent(context, key)
  const { items } = await awaitListed(context, key, [id, mark.id])
  const listed = items.filter((item) => item.type === type)
  if (listed.length <= 1) return
  throw new Violation('EV-5', `${listed.length} events are listed for one idempotency key.`, {
    expected: [id],
    received: listed.map((item) => item.id),
  })
}

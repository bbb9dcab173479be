import type { components } from '../../../generated/types'
import { Violation } from '../engine/outcome'
import { expectSuccess } from './expect'
import type { Answer } from '../wire/client'
import type { Context } from '../engine/context'
import type { IdempotencyPlace } from '../engine/options'
import type { Key } from '../engine/key'

/** An event as the deployment returns it. */
export type Event = components['schemas']['Event']

/** What a check sends to create an event. */
export interface EventInput {
  type: string
  data: unknown
}

/** An event and the answer that brought it. */
export interface Created {
  event: Event
  answer: Answer
  input: EventInput
}

/** An input that bears the run's prefix in its type and its payload, and a mark by which its deliveries are known. */
export function eventInput(context: Context, word = 'event', data: Record<string, unknown> = {}): EventInput {
  return { type: context.unique(word), data: { run: context.prefix, mark: context.unique('mark'), ...data } }
}

/** Sends a creation and hands its answer over as it is. */
export function sendEvent(
  context: Context,
  key: Key,
  body: unknown,
  idempotency?: { places: readonly IdempotencyPlace[]; value: string; reserved?: boolean },
): Promise<Answer> {
  const headers: Record<string, string> = {}
  const fields: Record<string, unknown> = {}
  for (const place of idempotency?.places ?? []) {
    if (place.in === 'header') headers[place.name] = idempotency?.value ?? ''
    else fields[place.name] = idempotency?.value
  }
  return context.call('createEvent', {
    key,
    headers,
    body: { ...(body as object), ...fields },
    reserved: idempotency?.reserved,
  })
}

/** Creates an event, or fails with EV-3. */
export async function createEvent(
  context: Context,
  key: Key,
  input: EventInput = eventInput(context),
  idempotency?: { places: readonly IdempotencyPlace[]; value: string; reserved?: boolean },
): Promise<Created> {
  const answer = await sendEvent(context, key, input, idempotency)
  return { event: eventOf(answer, 'The creation of an event'), answer, input }
}

/** The event of a successful answer; fails with EV-3 where there is none. */
export function eventOf(answer: Answer, what: string): Event {
  expectSuccess(answer, 'EV-3', what)
  const event = answer.json as Event | null | undefined
  if (typeof event !== 'object' || event === null || typeof event.id !== 'string') {
    throw new Violation('EV-3', `${what} returned no event.`, {
      received: answer.text,
      evidence: answer.evidence,
    })
  }
  return event
}

/** Creates events at once. */
export async function createAtOnce(context: Context, key: Key, count: number): Promise<Created[]> {
  await context.reserve(count)
  const none = { places: [], value: '', reserved: true }
  const inputs = Array.from({ length: count }, (_, index) => eventInput(context, 'at-once', { index }))
  return Promise.all(inputs.map((input) => createEvent(context, key, input, none)))
}

/** Creates events one after the other. */
export async function createEvents(context: Context, key: Key, count: number): Promise<Created[]> {
  const made: Created[] = []
  for (let index = 0; index < count; index += 1) {
    made.push(await createEvent(context, key, eventInput(context, 'listed', { index })))
  }
  return made
}

/** Runs a judgement with each key that may create events, test data first. */
export async function forEachKey(context: Context, judge: (key: Key) => Promise<void>): Promise<void> {
  for (const key of context.eventKeys()) await judge(key)
}

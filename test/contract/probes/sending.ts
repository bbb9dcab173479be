import { remember } from './known-events'
import type { IdempotencyPlace } from '../engine/options'
import { allEnded } from '../engine/turns'
import type { Answer, Context, Key } from '../engine/check'

/** The body with which a check creates an event. */
export interface EventInput {
  type: string
  data: unknown
}

/** An idempotency key and the places of the request that bear it. */
export interface IdempotencyKey {
  places: readonly IdempotencyPlace[]
  value: string
}

/** An input that bears the run's prefix in its type and its payload, and a mark by which its deliveries are known. */
export function eventInput(context: Context, word = 'event', data: Record<string, unknown> = {}): EventInput {
  return { type: context.unique(word), data: { run: context.prefix, mark: context.unique('mark'), ...data } }
}

export function newIdempotencyKey(places: readonly IdempotencyPlace[]): IdempotencyKey {
  return { places, value: crypto.randomUUID() }
}

/** Sends a creation and resolves to its answer, whatever that is. */
export async function sendEvent(
  context: Context,
  key: Key | null,
  body: unknown,
  idempotency?: IdempotencyKey,
  reserved = false,
): Promise<Answer> {
  const { headers, fields } = bearing(idempotency)
  if (idempotency && key) usedKeys(context, key).add(idempotency.value)
  const sent = context.nextNumber()
  const whole = { ...(body as object), ...fields }
  const answer = await context.call('createEvent', { key, headers, body: whole, reserved })
  if (key) remember(context, key, sent, answer)
  return answer
}

/** Sends the creation of an event whose payload is given as JSON text, with its numbers as they are written. */
export async function sendWritten(
  context: Context,
  key: Key,
  type: string,
  data: string,
  idempotency?: IdempotencyKey,
): Promise<Answer> {
  const { headers, fields } = bearing(idempotency)
  const raw = `{${JSON.stringify({ type, ...fields }).slice(1, -1)},"data":${data}}`
  const sent = context.nextNumber()
  const answer = await context.call('createEvent', { key, headers, raw })
  remember(context, key, sent, answer)
  return answer
}

/** The idempotency keys that this run has used so far with an API key. */
export function usedKeys(context: Context, { label }: Key): Set<string> {
  return context.keep(`idempotency keys of ${label}`, () => new Set<string>())
}

/** The parts of a request that bear an idempotency key. */
function bearing({ places, value }: IdempotencyKey = { places: [], value: '' }) {
  const headers: Record<string, string> = {}
  const fields: Record<string, string> = {}
  for (const place of places) (place.in === 'header' ? headers : fields)[place.name] = value
  return { headers, fields }
}

/** Sends creations at once: the pace makes none of them wait for another. */
export async function sendAtOnce(
  context: Context,
  key: Key,
  inputs: readonly EventInput[],
  idempotency?: IdempotencyKey,
): Promise<Answer[]> {
  await context.reserve(inputs.length)
  return allEnded(inputs.map((input) => sendEvent(context, key, input, idempotency, true)))
}

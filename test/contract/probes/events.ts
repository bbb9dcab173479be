import type { components } from '../../../generated/types'
import { expectSuccess, expectThat, fail, fieldsOf, idOf, isSuccess, refusesKey } from './expect'
import { judgeAsCreated, judgeAsSent, rememberEvent } from './known-events'
import type { IdempotencyPlace } from '../engine/options'
import { allEnded } from '../engine/turns'
import { NotApplicable, type Answer, type Context, type Key } from '../engine/check'

/** An event as the deployment returns it. */
export type Event = components['schemas']['Event']

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
  const sent = { ...(body as object), ...fields }
  const answer = await context.call('createEvent', { key, headers, body: sent, reserved })
  if (key) rememberEvent(context, key, answer)
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
  const answer = await context.call('createEvent', { key, headers, raw })
  rememberEvent(context, key, answer)
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

/** Creates an event, or fails with EV-3. */
export async function createEvent(
  context: Context,
  key: Key,
  input: EventInput = eventInput(context),
  idempotency?: IdempotencyKey,
): Promise<Created> {
  return createdBy(context, await sendEvent(context, key, input, idempotency), input)
}

/** Creates events at once, each with an idempotency key of its own where places for it are given. */
export async function createAtOnce(
  context: Context,
  key: Key,
  inputs: readonly EventInput[],
  places: readonly IdempotencyPlace[] = [],
): Promise<Created[]> {
  await context.reserve(inputs.length)
  const answers = await allEnded(
    inputs.map((input) => sendEvent(context, key, input, newIdempotencyKey(places), true)),
  )
  return answers.map((answer, index) => createdBy(context, answer, inputs[index] as EventInput))
}

/** Creates events one after the other, with so many milliseconds between two of them. */
export async function createEvents(context: Context, key: Key, count: number, pause = 0): Promise<Created[]> {
  const made: Created[] = []
  for (let index = 0; index < count; index += 1) {
    if (pause > 0 && index > 0) await context.wait(pause)
    made.push(await createEvent(context, key, eventInput(context, 'listed', { index })))
  }
  return made
}

/** An event of a key, made once a run for the checks that look at nothing but its creation. */
export function sampleEvent(context: Context, key: Key): Promise<Created> {
  return context.once(`sample event ${key.label}`, async () => {
    const input = eventInput(context)
    const answer = await sendEvent(context, key, input)
    const refused = `The ${key.kind} key is accepted for listing and refused for creating an event.`
    expectThat(!refusesKey(answer), 'AU-1', refused, { answer })
    return createdBy(context, answer, input)
  })
}

/** The event of a successful answer; fails with EV-3 where there is none. */
export function eventOf(answer: Answer, subject: string): Event {
  expectSuccess(answer, 'EV-3', subject)
  expectThat(idOf(answer) !== undefined, 'EV-3', `${subject} returned no event.`, { answer })
  return answer.json as Event
}

/** Retrieves an event that exists; `NotApplicable` where the deployment does not offer that. */
export async function retrieveEvent(context: Context, key: Key, id: string): Promise<Answer> {
  const answer = await context.call('retrieveEvent', { key, path: { id } })
  if (isSuccess(answer) && fieldsOf(answer).id === id) {
    judgeAsCreated(context, key, answer.json, 'A retrieved event', answer)
    return answer
  }
  const { id: shown } = fieldsOf(answer)
  if (isSuccess(answer) && typeof shown === 'string' && shown.startsWith('evt_'))
    return fail('EV-7', 'A retrieved event has another id.', { expected: id, received: shown, answer })
  const { method, path } = context.route('retrieveEvent')
  throw new NotApplicable(`The deployment does not retrieve events at ${method} ${path}.`)
}

/** Makes a judgement with each key that may create events, the test key first. */
export async function forEachKey(context: Context, judge: (key: Key) => Promise<void>): Promise<void> {
  // The data of keys of two modes have nothing to do with each other, unless their clock is moved.
  if (context.movesClock) {
    for (const key of context.eventKeys()) await judge(key)
    return
  }
  await allEnded(context.eventKeys().map(judge))
}

/** The event of a creation; judges by the way whether it is what was sent. */
export function createdBy(context: Context, answer: Answer, input: EventInput): Created {
  const event = eventOf(answer, 'The creation of an event')
  judgeAsSent(context, event, input, answer)
  return { event, answer, input }
}

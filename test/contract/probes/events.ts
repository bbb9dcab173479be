import type { components } from '../../../generated/types'
import { expectSuccess, expectThat, fail, idOf, isSuccess, refusesKey } from './expect'
import { judgeAsCreated, judgeAsSent } from './known-events'
import type { IdempotencyPlace } from '../engine/options'
import { allEnded } from '../engine/turns'
import { NotApplicable, type Answer, type Context, type Key } from '../engine/check'
import { judgeSteadiness } from './steadiness'
import { type EventInput, type IdempotencyKey, eventInput, newIdempotencyKey, sendEvent } from './sending'

/** An event as the deployment returns it. */
export type Event = components['schemas']['Event']

/** An event and the answer that brought it. */
export interface Created {
  event: Event
  answer: Answer
  input: EventInput
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
  const retrieved = context.keep('retrieved events', () => new Set<string>())
  const answer = await context.call('retrieveEvent', { key, path: { id } })
  if (isSuccess(answer) && answer.fields.id === id) {
    retrieved.add(id)
    judgeAsCreated(context, key, answer.json, 'A retrieved event', answer)
    return answer
  }
  const { id: shown } = answer.fields
  if (isSuccess(answer) && typeof shown === 'string' && shown.startsWith('evt_'))
    return fail('EV-7', 'A retrieved event has another id.', { expected: id, received: shown, answer })
  const { method, path } = context.route('retrieveEvent')
  const message = 'An event is retrieved at one time and is answered by 404 at another.'
  const look = async ([one = '']: readonly string[]) => {
    // A deployment that retrieves no event at all does not offer it.
    if (retrieved.size === 0) return { missing: [], answer }
    const again = await context.call('retrieveEvent', { key, path: { id: one } })
    return { missing: again.status === 404 ? [one] : [], answer: again }
  }
  const sight = { name: `retrieval ${key.label}`, rule: 'ER-4', message, most: 1, look }
  if (answer.status === 404) judgeSteadiness(context, sight, [id])
  throw new NotApplicable(
    `${method} ${path} was answered by ${answer.status}, without the event that was asked for.`,
  )
}

/** Makes a judgement with each key that may create events, the test key first. */
export async function forEachKey(context: Context, judge: (key: Key) => Promise<void>): Promise<void> {
  // The data of keys of two modes have nothing to do with each other.
  await context.each(context.eventKeys(), judge)
}

/** The event of a creation; judges by the way whether it is what was sent. */
export function createdBy(context: Context, answer: Answer, input: EventInput): Created {
  const event = eventOf(answer, 'The creation of an event')
  judgeAsSent(context, event, input, answer)
  return { event, answer, input }
}

import { checksOf } from '../checks-of'
import { awaitListed } from '../../probes/listing'
import { listPage, type ListQuery } from '../../probes/pages'
import { blaming, expectThat, isRefusal, whereOffered } from '../../probes/expect'
import { createUnlessTooLarge, isForLength } from '../../probes/sizes'
import { equal } from '../../wire/json'
import { createdBy, retrieveEvent, type Created } from '../../probes/events'
import { newIdempotencyKey, sendWritten, type IdempotencyKey } from '../../probes/sending'
import { expectOriginal } from '../../probes/replays'
import { idempotency } from '../../probes/idempotency'
import { nastyData, nastyPayloads, nastyText, type NastyPayload } from '../../probes/nasty-payloads'
import { distinctText } from '../../probes/nasty-values'
import type { Answer, Context, Key } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 120_000 } as const

/** Checks that send what stores, queues and gateways change on its way, through every operation that shows an event. */
export const roundTripChecks = checksOf(base, [
  {
    id: 'nasty-payloads-come-back',
    title: 'values that stores change come back as they were sent, at once, repeated, listed and retrieved',
    rules: ['EV-10', 'PG-6', 'PG-8', 'EV-1', 'ER-4'],
    run: (context) => goRound(context, nastyPayloads, createNasty),
  },
  {
    id: 'nasty-types-come-back',
    title: 'types that stores change come back as they were sent, at once, repeated, listed and retrieved',
    rules: ['EV-8', 'PG-6', 'PG-8', 'EV-1'],
    run: (context) => goRound(context, nastyTypes, createNastyType),
  },
])

/** Creates events of values and has every operation show them. Names the values that were refused as they may be. */
async function goRound<Value>(
  context: Context,
  values: readonly Value[],
  create: (context: Context, key: Key, value: Value, refuse: (name: string) => void) => Promise<Created[]>,
): Promise<string | undefined> {
  const key = context.eventKey()
  const refused: string[] = []
  const made: Created[] = []
  await context.each(values, async (value) => {
    made.push(...(await create(context, key, value, (name) => refused.push(name))))
  })
  await expectShown(context, key, made)
  return refused.length > 0 ? `Refused, which is open: ${refused.sort().join(', ')}.` : undefined
}

/** Creates an event of a type. One without content, which a store may leave out of a list: the type bears the run's prefix. */
async function createNastyType(
  context: Context,
  key: Key,
  { name, type, refusable }: NastyType,
  refuse: (name: string) => void,
): Promise<Created[]> {
  const sent = type(context.unique('T'))
  const once = await newKey(context)
  const send = () => sendWritten(context, key, sent, '{}', once)
  const answer = await send()
  if (isRefusal(answer) && (refusable !== undefined || (await isForLength(context, key, sent)))) {
    refuse(name)
    return []
  }
  const one = await created(context, { type: sent, data: {} }, answer, 'EV-8')
  if (once) expectOriginal(one.event, await send())
  return [one]
}

/** Creates the event of a payload. Where its size is refused, each of its values gets an event of its own. */
async function createNasty(
  context: Context,
  key: Key,
  payload: NastyPayload,
  refuse: (name: string) => void,
): Promise<Created[]> {
  const { values } = payload
  const [first] = values
  const input = { type: context.unique('nasty'), data: nastyData(payload, context.prefix) }
  const once = await newKey(context)
  const send = () => sendWritten(context, key, input.type, nastyText(payload, context.prefix), once)
  if (values.length === 1 && first?.refusable !== undefined) {
    const answer = await send()
    if (isRefusal(answer)) refuse(first.name)
    return isRefusal(answer) ? [] : [await created(context, input, answer, 'EV-10')]
  }
  const mayBeRefused = values.some(({ refusable }) => refusable !== undefined)
  const attempt = createUnlessTooLarge(context, key, input, send)
  const made = await blaming('EV-10', 'EV-3', 'A payload was refused', attempt).catch((error: unknown) => {
    if (mayBeRefused && values.length > 1) return undefined
    throw error
  })
  if (made) {
    expectValues(made.event.data, input.data, made.answer)
    if (once) expectOriginal(made.event, await send())
    return [made]
  }
  if (values.length === 1) {
    refuse(payload.name)
    return []
  }
  const each: Created[] = []
  for (const value of values)
    each.push(...(await createNasty(context, key, { name: value.name, values: [value] }, refuse)))
  return each
}

/** An idempotency key where one has an effect: what a store changes may come back with a repetition. */
async function newKey(context: Context): Promise<IdempotencyKey | undefined> {
  const { places, effective } = await idempotency(context)
  return effective ? newIdempotencyKey(places) : undefined
}

/** Names the first value that differs: a payload holds many of them. */
function expectValues(received: unknown, expected: Record<string, unknown>, answer: Answer): void {
  const seen = (received ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(expected)) {
    const message = `The value ${name} of a payload comes back as another.`
    expectThat(equal(seen[name], value), 'EV-10', message, { expected: value, received: seen[name], answer })
  }
}

/** The event of an answer; a refusal breaks `rule`. */
async function created(
  context: Context,
  input: { type: string; data: unknown },
  answer: Answer,
  rule: string,
): Promise<Created> {
  const attempt = Promise.resolve().then(() => createdBy(context, answer, input))
  return blaming(rule, 'EV-3', 'A creation was refused', attempt)
}

/** Has every operation show the events: each sight of an event is held against its creation. */
async function expectShown(context: Context, key: Key, made: readonly Created[]): Promise<void> {
  const ids = made.map(({ event }) => event.id)
  const { items } = await awaitListed(context, key, ids)
  const types = new Map(made.map(({ event }) => [event.type, event.id]))
  const doubled = items.find(({ id, type }) => types.has(type) && types.get(type) !== id)
  const message = 'One request created two events.'
  const details = { expected: doubled && types.get(doubled.type), received: doubled?.id }
  expectThat(!doubled, ['EV-3', 'PG-6'], message, details)
  const first = items.findIndex(({ id }) => ids.includes(id))
  // A list that begins with others would be read in vain.
  const queries: readonly ListQuery[] = first < 10 ? [{}, { limit: 10 }] : []
  for (const query of queries) await listPage(context, key, query)
  const [one = '', ...others] = ids
  if (!(await whereOffered(retrieveEvent(context, key, one)))) return
  await context.each(others, (id) => retrieveEvent(context, key, id))
}

/** A type of an event that stores are known to change on its way. */
interface NastyType {
  name: string
  /** Makes the type of a text that no other type of the run holds. */
  type: (unique: string) => string
  /** The reason for which a deployment may refuse the type by a 4xx; without one only its length may be refused. */
  refusable?: string
}

const control = 'A control character is no part of a name that people choose.'

/** The types of the round trip. The run's own text stands first where that is possible. */
const nastyTypes: readonly NastyType[] = [
  ...[33, 65, 129, 256].map((length) => ({
    name: `length-${length}`,
    type: (unique: string) =>
      `${unique}.${distinctText(length)}`.slice(0, length - 1).padEnd(length - 1, '.') + 'x',
  })),
  { name: 'without-dots', type: (unique) => unique.replaceAll('.', '') },
  { name: 'dots-at-its-end', type: (unique) => `${unique}.Paid..` },
  { name: 'leading-blank', type: (unique) => ` ${unique}` },
  { name: 'marks', type: (unique) => `${unique}  <b>&amp; %_*?,;"'\\\`{a}[b]|#@!$^~` },
  { name: 'percent-encoded', type: (unique) => `${unique}.a%41+b%2Fc ` },
  { name: 'accents-composed', type: (unique) => `${unique}.Caf\u00e9.\u00c5` },
  { name: 'accents-decomposed', type: (unique) => `${unique}.Cafe\u0301.A\u030a` },
  {
    name: 'astral',
    type: (unique) => `${unique}.\u{1f600}\u{20bb7}.\u{1f468}\u200d\u{1f469}.\u0130\u00df\uff21`,
  },
  { name: 'like-a-number', type: (unique) => `0${unique.replace(/\D/g, '')}.50` },
  { name: 'tab-and-line-end', type: (unique) => `${unique}.a\tb\r\nc`, refusable: control },
  { name: 'nul', type: (unique) => `${unique}.a\u0000b`, refusable: control },
]

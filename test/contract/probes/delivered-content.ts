import { equal } from '../wire/json'
import { readUtcTime } from '../engine/utc-time'
import type { Created } from './events'
import type { Reading } from '../receiver/readings'

/** A place in a delivery at which a value stands: a text, and the steps from there into its JSON. */
export interface PartLocation {
  reading: string
  steps: readonly string[]
}

/** The places at which a deployment's deliveries hold the parts of their event. */
export interface PartLocations {
  id?: PartLocation
  type?: PartLocation
  data?: PartLocation
}

/** A value in a delivery, with the object or list that holds it. */
interface Found extends PartLocation {
  value: unknown
  holder: unknown
}

/** Values that are looked at in one delivery. */
const mostValues = 50_000
const eventFields = ['id', 'type', 'created', 'data'] as const

/** Finds the places at which a delivery holds its event's id, type and payload whole, the event itself before all else. */
export function findPlaces(readings: readonly Reading[], { event, input }: Created): PartLocations {
  const all = valuesOf(readings)
  const find = (test: (value: unknown) => boolean, beside?: unknown): Found | undefined => {
    const found = all.filter(({ value }) => test(value))
    return found.find(({ holder }) => holder === beside) ?? found[0]
  }
  const itself = all.find(({ value }) => isEvent(value, event.id))?.value
  const data = find((value) => equal(value, input.data), itself)
  const holder = data?.holder ?? itself
  const type = find((value) => value === input.type, holder)
  return {
    id: find((value) => value === event.id, holder),
    // A header cannot hold every type as it is.
    type: type?.reading.startsWith('body') ? type : undefined,
    data,
  }
}

/**
 * How a delivery differs from its event; `undefined` where it does not, or where that cannot be told. Judged are an event
 * that stands in it with its own id and fields, and the places at which deliveries were seen to hold the event's parts.
 */
export function findFault(
  readings: readonly Reading[],
  { event, input, answer }: Created,
  places: PartLocations,
  prefix: string,
): { message: string; expected: unknown; received: unknown } | undefined {
  const holdsData = (value: unknown) => equal(value, input.data) || equal(value, event.data)
  const all = valuesOf(readings)
  const events = all.flatMap(({ value }) => (isEvent(value, event.id) ? [value] : []))
  const whole = events.some(
    ({ type, data }) =>
      isTypeOf(type, input.type, prefix) && valuesIn(data).some(({ value }) => holdsData(value)),
  )
  if (events.length > 0 && !whole) {
    const expected = { type: input.type, data: input.data }
    return { message: 'What was delivered is not the event.', expected, received: events[0] }
  }
  // Of an envelope that shares the event's id `created` may be its own. What has the event's type and payload is the event.
  const itself = events.filter(({ type, data }) => type === input.type && holdsData(data))
  const other = itself.find(({ created }) => isOtherMoment(created, event.created))
  if (other) {
    const message = 'The event was delivered with another time of its creation.'
    return { message, expected: event.created, received: other.created }
  }
  const expected = { id: event.id, type: input.type, data: input.data }
  const tests = {
    id: (value: unknown) => value === event.id,
    type: (value: unknown) => value === input.type,
    data: holdsData,
  }
  for (const part of ['id', 'type', 'data'] as const) {
    const place = places[part]
    // The first of two sendings, whose answer a gateway lost, may have made an equal event with another id.
    const isDoubtful = part === 'id' && answer.resentAfter !== undefined
    if (!place || isDoubtful) continue
    const values = all.filter((one) => isAt(one, place)).map(({ value }) => value)
    // A service may put an event that is too long for a header into the body: there it is whole.
    if (values.some(tests[part]) || (values.length === 0 && whole)) continue
    return {
      message: `The ${part} that was delivered is not the event's.`,
      expected: expected[part],
      received:
        values[0] ??
        `nothing at ${[place.reading, ...place.steps].join('/')}, where other deliveries have it`,
    }
  }
  return undefined
}

/** Milliseconds by which two ways of writing one moment may differ. */
const precision = 1_000

/** Whether two texts name two moments. What is no time of ISO 8601 is judged elsewhere. */
function isOtherMoment(one: unknown, other: unknown): boolean {
  const [first, second] = [readUtcTime(one), readUtcTime(other)].map((time) => time?.milliseconds)
  return first !== undefined && second !== undefined && Math.abs(first - second) >= precision
}

/** The values that stand in a delivery at the place of the event's id; none where deliveries hold no id. */
export function idsAt(readings: readonly Reading[], { id }: PartLocations): unknown[] {
  if (!id) return []
  const own = readings.filter(({ place }) => place === id.reading)
  return valuesOf(own).flatMap((one) => (isAt(one, id) ? [one.value] : []))
}

/** Whether a value is an event of this id with all fields of one. */
function isEvent(value: unknown, id: string): value is Record<(typeof eventFields)[number], unknown> {
  if (typeof value !== 'object' || value === null) return false
  return eventFields.every((field) => Object.hasOwn(value, field)) && (value as { id: unknown }).id === id
}

/** Whether a text is the event's type, whatever is added, or one that says nothing of it, like `event.created`. */
function isTypeOf(text: unknown, type: string, prefix: string): boolean {
  if (typeof text !== 'string') return false
  return text.includes(type) || !text.toLowerCase().includes(prefix.toLowerCase())
}

function isAt({ reading, steps }: PartLocation, place: PartLocation): boolean {
  if (reading !== place.reading || steps.length !== place.steps.length) return false
  return steps.every((step, index) => step === place.steps[index])
}

function valuesOf(readings: readonly Reading[]): Found[] {
  const found: Found[] = []
  for (const { place, text, json } of readings) {
    if (found.length >= mostValues) break
    if (json === undefined) found.push({ reading: place, steps: [], value: text, holder: undefined })
    else for (const one of valuesIn(json)) found.push({ ...one, reading: place })
  }
  return found
}

/** All values in a JSON value, itself included, the outer ones first. */
function valuesIn(json: unknown): Found[] {
  const found: Found[] = [{ reading: '', steps: [], value: json, holder: undefined }]
  for (let at = 0; at < found.length && found.length < mostValues; at += 1) {
    const { value, steps } = found[at] as Found
    if (typeof value !== 'object' || value === null) continue
    // The place of an item in a list may depend on what else is delivered with it.
    for (const [key, inner] of Object.entries(value)) {
      const step = Array.isArray(value) ? '*' : key
      found.push({ reading: '', steps: [...steps, step], value: inner, holder: value })
    }
  }
  return found
}

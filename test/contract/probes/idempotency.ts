import { createEvent } from './events'
import { eventInput, newIdempotencyKey, sendEvent, usedKeys } from './sending'
import { errorOf, fail, idOf, isRefusal, isSuccess } from './expect'
import type { IdempotencyPlace } from '../engine/options'
import { CouldNotRun, type Context, type Key } from '../engine/check'

/** The places that OQ-01 has as its default. */
export const usualPlaces: readonly IdempotencyPlace[] = [
  { in: 'header', name: 'Idempotency-Key' },
  { in: 'body', name: 'idempotencyKey' },
]

/** The most usual other names, in the order in which they are tried. Any other one has to be told. */
const otherPlaces: readonly IdempotencyPlace[] = [
  ...named('header', 'X-Idempotency-Key', 'Idempotency-Token', 'X-Request-Id'),
  ...named('body', 'idempotency_key', 'requestId', 'key', 'dedupeKey', 'dedupe_key'),
]

function named(where: IdempotencyPlace['in'], ...names: readonly string[]): IdempotencyPlace[] {
  return names.map((name) => ({ in: where, name }))
}

/** The places where the deployment reads the idempotency key. */
export interface Idempotency {
  places: readonly IdempotencyPlace[]
  /** Whether a repeated key in these places has an effect. */
  effective: boolean
  /** A sign that the deployment knows the name, although the key has no effect. */
  recognised?: string
}

/** Finds out, once a run, where the deployment reads the idempotency key. */
export function idempotency(context: Context): Promise<Idempotency> {
  return context.once('idempotency', probe)
}

/** An event whose key is used no more until many others have been, and their number so far. `word` names it. */
export function keptEvent(context: Context, key: Key, word: 'kept' | 'early') {
  return context.once(`${word} event ${key.label}`, async () => {
    const { places } = await idempotency(context)
    const once = newIdempotencyKey(places)
    const created = await createEvent(context, key, eventInput(context, word), once)
    return { created, once, before: usedKeys(context, key).size }
  })
}

/** The places to send a key to; where none has an effect, `CouldNotRun` or the violation of `rule`. */
export async function workingPlaces(context: Context, rule: string): Promise<readonly IdempotencyPlace[]> {
  const { places, effective, recognised } = await idempotency(context)
  if (effective) return places
  if (recognised) {
    const message = `A repeated idempotency key had no effect, although ${recognised}.`
    fail(rule, message, { expected: 'the original event' })
  }
  throw new CouldNotRun(
    'No usual name of the idempotency key had an effect. Name it, if it has another; if it has not, the rule is broken.',
    '--idempotency header:NAME or body:NAME',
  )
}

async function probe(context: Context): Promise<Idempotency> {
  const { dialect, idempotency: hint } = context.settings
  const pinned = dialect?.idempotency
  const named = hint ?? (pinned && 'name' in pinned ? pinned : undefined)
  if (named && (await hasEffect(context, context.eventKey(), named))) {
    context.observe('idempotency', named)
    return { places: [named], effective: true }
  }
  // A hint is what the owner knows. A pin states what once was, and its own check says where the place has changed.
  if (hint) return { places: [hint], effective: false, recognised: 'its place was named' }
  // Each mode is tried: where the key has no effect in one, the other still shows the place.
  for (const key of context.eventKeys()) {
    const places = await find(context, key)
    if (places.length === 0) continue
    context.observe('idempotency', places.length > 1 ? { in: 'both' } : places[0])
    return { places, effective: true }
  }
  // A deployment may refuse an unknown field of the body, but no unknown header.
  const places = usualPlaces.filter((place) => place.in === 'header')
  const recognised = (await recognition(context)) ?? (pinned && 'the pinned dialect names its place')
  return { places, effective: false, recognised }
}

/** The places where the deployment reads this key's idempotency keys; none where no name has an effect. */
async function find(context: Context, key: Key): Promise<IdempotencyPlace[]> {
  const found = await context.each(usualPlaces, async (place) =>
    (await hasEffect(context, key, place)) ? [place] : [],
  )
  const usual = found.flat()
  if (usual.length > 0) return usual
  for (const place of otherPlaces) if (await hasEffect(context, key, place)) return [place]
  return []
}

/** Whether a key in this place makes the second of two requests return the first one's event. */
async function hasEffect(context: Context, key: Key, place: IdempotencyPlace): Promise<boolean> {
  const once = newIdempotencyKey([place])
  const input = eventInput(context, 'probe')
  const first = await sendEvent(context, key, input, once)
  // A deployment that refuses unknown fields does not know this name.
  if (!isSuccess(first)) return false
  const second = await sendEvent(context, key, input, once)
  // Another answer to the second request shows that the key was read, and breaks the rule on that answer.
  if (!isSuccess(second) && second.status < 500) return true
  return idOf(first) !== undefined && idOf(first) === idOf(second)
}

/** A sign that the deployment knows one of the usual names, although a repeated key has no effect. */
async function recognition(context: Context): Promise<string | undefined> {
  const key = context.eventKey()
  const input = eventInput(context, 'probe')
  const create = (fields: Record<string, unknown>, headers?: Record<string, string>) =>
    context.call('createEvent', { key, headers, body: { ...input, ...fields } })
  await createEvent(context, key, input)

  const value = crypto.randomUUID()
  const differing = await create({ idempotencyKey: crypto.randomUUID() }, { 'Idempotency-Key': value })
  if (isRefusal(differing)) {
    const unknownField = await create({ [`x${context.prefix}`]: 'x' })
    if (isSuccess(unknownField)) return 'two keys that differ are refused'
  }
  const invalid = await create({ idempotencyKey: [42] })
  const otherName = await create({ idempotencykey: [42] })
  if (isRefusal(invalid) && (isSuccess(otherName) || errorOf(invalid)?.param === 'idempotencyKey')) {
    const valid = await create({ idempotencyKey: crypto.randomUUID() })
    if (isSuccess(valid)) return 'the field idempotencyKey is validated'
  }
  const long = await create({}, { 'Idempotency-Key': 'k'.repeat(4000) })
  // 413 and 431 refuse the size of the request and of its headers, whatever they are called.
  const refusesKey = isRefusal(long) && ![413, 431].includes(long.status)
  return refusesKey ? 'the header Idempotency-Key is validated' : undefined
}

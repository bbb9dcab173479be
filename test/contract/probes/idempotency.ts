import { CouldNotRun, Violation } from '../engine/outcome'
import { createEvent, eventInput, sendEvent } from './events'
import { errorOf, isRefusal, isSuccess } from './expect'
import { otherFields, otherHeaders, usualPlaces } from './idempotency-names'
import type { Context } from '../engine/context'
import type { IdempotencyPlace } from '../engine/options'
import type { Key } from '../engine/key'

/** Where the key is read. `recognised`: the name is known to the deployment, yet the key has no effect. */
export interface Idempotency {
  places: readonly IdempotencyPlace[]
  effective: boolean
  recognised?: string
}

/** Finds out, once a run, where the deployment reads the idempotency key. */
export function idempotency(context: Context): Promise<Idempotency> {
  return context.once('idempotency', () => probe(context))
}

/** The places to send a key to; where none has an effect, `CouldNotRun` or a broken EV-1. */
export async function workingPlaces(context: Context, rule: string): Promise<readonly IdempotencyPlace[]> {
  const { places, effective, recognised } = await idempotency(context)
  if (effective) return places
  if (recognised) {
    throw new Violation(rule, `A repeated idempotency key had no effect, although ${recognised}.`, {
      expected: 'the original event',
    })
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
  if (named && (await hasEffect(context, context.eventKey(), [named]))) {
    context.observe('idempotency', named)
    return { places: [named], effective: true }
  }
  // Who names the place knows it. A pin states what once was: that it is another one now is for its own check to say.
  if (hint) return { places: [hint], effective: false, recognised: 'its place was named' }
  // A mode in which the key has no effect does not hide where it is read in the other.
  for (const key of context.eventKeys()) {
    const places = await find(context, key)
    if (places.length === 0) continue
    const [place] = places
    context.observe('idempotency', places.length > 1 ? { in: 'both' } : place)
    return { places, effective: true }
  }
  // A field of the body may be refused as an unknown one. No header is.
  const places = usualPlaces.filter((place) => place.in === 'header')
  return {
    places,
    effective: false,
    recognised: (await sign(context)) ?? (pinned && 'the pinned dialect names its place'),
  }
}

/** The places where this key's deployment reads the idempotency key; none where no name has an effect. */
async function find(context: Context, key: Key): Promise<IdempotencyPlace[]> {
  const usual: IdempotencyPlace[] = []
  for (const place of usualPlaces) if (await hasEffect(context, key, [place])) usual.push(place)
  if (usual.length > 0) return usual
  const found = (await search(context, key, otherHeaders)) ?? (await search(context, key, otherFields))
  return found ? [found] : []
}

/** Whether a key in these places makes the second of two requests return the first one's event. */
async function hasEffect(context: Context, key: Key, places: readonly IdempotencyPlace[]): Promise<boolean> {
  const once = { places, value: crypto.randomUUID() }
  const input = eventInput(context, 'probe')
  const first = await sendEvent(context, key, input, once)
  // A deployment that refuses unknown fields does not know this name.
  if (!isSuccess(first)) return false
  const second = await sendEvent(context, key, input, once)
  // Any other answer to the second shows that the key was read: it is the rule on the answer that is broken then.
  if (!isSuccess(second) && second.status < 500) return true
  return idOf(first.json) !== undefined && idOf(first.json) === idOf(second.json)
}

/** Tries all names at once, then halves them; one by one where unknown fields are refused. */
async function search(
  context: Context,
  key: Key,
  places: readonly IdempotencyPlace[],
): Promise<IdempotencyPlace | undefined> {
  const together = await sendEvent(context, key, eventInput(context, 'probe'), {
    places,
    value: crypto.randomUUID(),
  })
  if (!isSuccess(together)) {
    for (const place of places) if (await hasEffect(context, key, [place])) return place
    return undefined
  }
  if (!(await hasEffect(context, key, places))) return undefined
  let candidates = places
  while (candidates.length > 1) {
    const half = candidates.slice(0, Math.ceil(candidates.length / 2))
    candidates = (await hasEffect(context, key, half)) ? half : candidates.slice(half.length)
  }
  return candidates[0]
}

/** A sign that the deployment knows one of the usual names, though a repeated key has no effect. */
async function sign(context: Context): Promise<string | undefined> {
  const key = context.eventKey()
  const input = eventInput(context, 'probe')
  const { answer: plain } = await createEvent(context, key, input)
  const differing = await context.call('createEvent', {
    key,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { ...input, idempotencyKey: crypto.randomUUID() },
  })
  if (isRefusal(differing)) {
    const unknown = await context.call('createEvent', {
      key,
      body: { ...input, [`x${context.prefix}`]: 'x' },
    })
    if (isSuccess(unknown)) return 'two keys that differ are refused'
  }
  const wrong = await context.call('createEvent', { key, body: { ...input, idempotencyKey: [42] } })
  const other = await context.call('createEvent', { key, body: { ...input, idempotencykey: [42] } })
  if (isRefusal(wrong) && (isSuccess(other) || errorOf(wrong)?.param === 'idempotencyKey')) {
    const known = await sendEvent(context, key, input, {
      places: [{ in: 'body', name: 'idempotencyKey' }],
      value: crypto.randomUUID(),
    })
    if (isSuccess(known)) return 'the field idempotencyKey is validated'
  }
  const long = await context.call('createEvent', {
    key,
    headers: { 'Idempotency-Key': 'k'.repeat(4000) },
    body: input,
  })
  if (isRefusal(long) && isSuccess(plain) && ![413, 431].includes(long.status)) {
    return 'the header Idempotency-Key is validated'
  }
  return undefined
}

function idOf(json: unknown): string | undefined {
  const id = (json as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' ? id : undefined
}

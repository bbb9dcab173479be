import { equal } from '../wire/json'
import { idOf, isSuccess } from './expect'
import { Violation, shareMode, type Answer, type Context, type Key } from '../engine/check'

/** An event of the run as its creation returned it. */
interface KnownEvent {
  key: Key
  fields: Readonly<Record<string, unknown>>
  /** Numbers of the run that grow: one from before the creation was sent, one from after its answer. */
  sent: number
  answered: number
}

/** The fields that stay what they are, and the rule that each breaks where it changes. */
const lasting = [
  ['type', 'EV-8'],
  ['created', 'EV-9'],
  ['data', 'EV-10'],
] as const

/**
 * Remembers the event that a creation returned, so that each later sight of that one can be held against its creation. `sent` is a
 * number of the run from before the creation was sent.
 */
export function remember(context: Context, key: Key, sent: number, answer: Answer): void {
  const id = isSuccess(answer) ? idOf(answer) : undefined
  const known = knownEvents(context)
  // The answer to a repeated idempotency key bears the id of its original, and is judged by a check of its own.
  if (id === undefined || known.has(id)) return
  const fields = answer.json as Record<string, unknown>
  known.set(id, { key, fields, sent, answered: context.nextNumber() })
}

/**
 * The ids of the latest events that the run created with a key, so many at the most, in the order in which their creations were
 * answered. `inTurn` are those of them that were created one after the other. Events that have left the list are not among them.
 */
export function latestKnown(context: Context, key: Key, most: number): { ids: string[]; inTurn: string[] } {
  const since = displacedBefore(context)
  const isListed = (known: KnownEvent) => known.key === key && known.answered > since
  const latest = [...knownEvents(context)].filter(([, known]) => isListed(known)).slice(-most)
  const inTurn: string[] = []
  let before = 0
  for (const [id, { sent, answered }] of latest) {
    if (sent < before) continue
    inTurn.push(id)
    before = answered
  }
  return { ids: latest.map(([id]) => id), inTurn }
}

/**
 * Notes that newer events have taken the place of these in a list, and so of all that were created before them: checks no longer count on
 * any of them.
 */
export function noteDisplaced(context: Context, ids: readonly string[]): void {
  const known = knownEvents(context)
  for (const id of ids)
    noteBefore(context).number = Math.max(displacedBefore(context), known.get(id)?.answered ?? 0)
}

/** The number of the run up to whose moment newer events have taken the place of the run's own in a list. 0 where a list keeps all. */
export function displacedBefore(context: Context): number {
  return noteBefore(context).number
}

function noteBefore(context: Context): { number: number } {
  return context.keep('displaced events', () => ({ number: 0 }))
}

/** When an event of the run was created, as its creation returned it. */
export function createdAt(context: Context, id: string): unknown {
  return knownEvents(context).get(id)?.fields.created
}

/** Blames the deployment where an event that the run created is shown to the other mode, or with other fields than its creation returned. */
export function judgeAsCreated(context: Context, key: Key, event: unknown, subject: string, answer: Answer) {
  const seen = event as Record<string, unknown>
  const known = knownEvents(context).get(seen.id as string)
  if (!known) return
  if (!shareMode(known.key, key)) {
    // Ids may count from one in each mode, so that the type is compared as well: no other event of the run has it.
    if (seen.type !== known.fields.type) return
    const message = `The ${key.kind} key is shown an event of the ${known.key.kind} key.`
    return blame(context, ['AU-7'], message, { expected: 'no such event', received: seen }, answer)
  }
  for (const [field, rule] of lasting) {
    if (equal(seen[field], known.fields[field])) continue
    const message = `${subject} has another ${field} than its creation returned.`
    const sides = { expected: { [field]: known.fields[field] }, received: { [field]: seen[field] } }
    blame(context, [rule, 'PG-8'], message, sides, answer)
  }
}

/** Blames the deployment where a created event has another type or payload than the request named. */
export function judgeAsSent(
  context: Context,
  event: unknown,
  input: { type: string; data: unknown },
  answer: Answer,
): void {
  const { type, data } = event as Record<string, unknown>
  if (type !== input.type) {
    const sides = { expected: { type: input.type }, received: { type } }
    blame(context, ['EV-8'], 'The type of a created event is another.', sides, answer)
  }
  // A payload that was not sent as JSON text says more than its JSON does: `undefined`, or a negative zero.
  const sent = JSON.parse(JSON.stringify(input.data ?? null)) as unknown
  if (!equal(data, sent)) {
    const sides = { expected: { data: sent }, received: { data } }
    blame(context, ['EV-10'], 'The payload of a created event is another.', sides, answer)
  }
}

/** Fails where this check judges one of the rules; otherwise the breach is reported at the end of the run. */
export function blame(
  context: Context,
  rules: readonly string[],
  message: string,
  sides: { expected: unknown; received: unknown },
  { evidence }: Answer,
): void {
  if (rules.some((rule) => context.check.rules.includes(rule)))
    throw new Violation(rules, message, { ...sides, evidence })
  for (const rule of rules) context.blame({ rule, message }, evidence)
}

function knownEvents(context: Context): Map<string, KnownEvent> {
  return context.keep('events by id', () => new Map<string, KnownEvent>())
}

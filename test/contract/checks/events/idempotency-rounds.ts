import { checksOf } from '../checks-of'
import { createEvent, eventOf, retrieveEvent } from '../../probes/events'
import { eventInput, newIdempotencyKey, sendEvent, type IdempotencyKey } from '../../probes/sending'
import { createUnlessTooLarge } from '../../probes/sizes'
import { distinctText } from '../../probes/nasty-values'
import { expectOneListed, expectOriginal, expectRepeated } from '../../probes/replays'
import { expectRefusal, expectThat, idOf, isRefusal, whereOffered } from '../../probes/expect'
import { idempotency, workingPlaces } from '../../probes/idempotency'
import { NotApplicable } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], timeLimit: 60_000 } as const

/** Idempotency as stores break it: keys that are confused, bodies that get past it, refusals in between. */
export const idempotencyRoundChecks = checksOf(base, [
  {
    id: 'idempotency-keys-that-stores-confuse',
    title: 'keys that stores cut, trim, fold or compare as numbers or patterns are kept apart',
    rules: ['EV-13', 'EV-5'],
    async run(context) {
      const { places, effective } = await idempotency(context)
      const key = context.eventKey()
      const input = eventInput(context, 'confusable')
      const inBody = places.filter((place) => place.in === 'body')
      const { anywhere, inBody: bodyKeys } = confusableKeys()
      const keys: IdempotencyKey[] = [
        ...anywhere.map((value) => ({ places, value })),
        ...(inBody.length > 0 ? bodyKeys.map((value) => ({ places: inBody, value })) : []),
      ]
      const made = new Map<string, IdempotencyKey>()
      for (const once of keys) {
        const answer = await sendEvent(context, key, input, once)
        // A deployment may want keys of a certain form.
        if (isRefusal(answer)) continue
        const { id } = eventOf(answer, 'A creation')
        const other = made.get(id)
        const message = 'Two different keys returned the same event.'
        const details = { expected: 'another event', received: id, answer }
        expectThat(!other, 'EV-13', `${message} They are ${other?.value} and ${once.value}.`, details)
        made.set(id, once)
      }
      if (!effective) return undefined
      // The longest keys and the oddest ones are the last.
      for (const [id, once] of [...made].slice(-3))
        await expectRepeated(context, key, { input, event: { id } }, once)
      return `${made.size} of ${keys.length} keys were taken.`
    },
  },
  {
    id: 'idempotency-across-refusals',
    title: 'a key fills in for no missing field, and a refusal in between does not make it forgotten',
    rules: ['EV-5', 'EV-1', 'EV-2', 'EV-6'],
    async run(context) {
      const places = await workingPlaces(context, 'EV-5')
      const once = newIdempotencyKey(places)
      const key = context.eventKey()
      const input = eventInput(context, 'refused')
      const withoutData = { type: input.type }
      const untyped = await sendEvent(context, key, { data: input.data }, newIdempotencyKey(places))
      expectRefusal(untyped, 'EV-2', 'An event with an idempotency key and no type', { param: 'type' })
      const refused = await sendEvent(context, key, withoutData, once)
      expectRefusal(refused, 'EV-6', 'An event with an idempotency key and no data')
      const first = await sendEvent(context, key, input, once)
      // The interface does not say whether a key that came with a refused request is used up.
      if (isRefusal(first)) return `A key that came with a refused request is used up (${first.status}).`
      const original = eventOf(first, 'A creation')
      await sendEvent(context, key, withoutData, once)
      const message = 'A key was forgotten after a request that was refused: a second event was created.'
      const again = await expectRepeated(context, key, { input, event: original }, once, 'EV-5', message)
      expectOriginal(original, again)
      await expectOneListed(context, key, input.type, original.id)
      return undefined
    },
  },
  {
    id: 'idempotency-of-large-events',
    title: 'a repeated idempotency key has its effect on an event of more than 8 kB',
    rules: ['EV-5', 'EV-1'],
    async run(context) {
      const once = newIdempotencyKey(await workingPlaces(context, 'EV-5'))
      const key = context.eventKey()
      const input = eventInput(context, 'large', { text: distinctText(8_300) })
      const send = () => sendEvent(context, key, input, once)
      const first = await createUnlessTooLarge(context, key, input, send)
      if (!first) throw new NotApplicable('An event of more than 8 kB is refused for its size.')
      expectOriginal(first.event, await expectRepeated(context, key, first, once))
      await expectOneListed(context, key, input.type, first.event.id)
    },
  },
  {
    id: 'idempotency-keeps-the-stored-event',
    title: 'a repeated idempotency key with another body changes nothing of the event that is stored',
    rules: ['EV-5', 'EV-8', 'EV-10', 'PG-8'],
    async run(context) {
      const once = newIdempotencyKey(await workingPlaces(context, 'EV-5'))
      const key = context.eventKey()
      const input = eventInput(context, 'kept', { version: 1 })
      const { event } = await createEvent(context, key, input, once)
      const data = { run: context.prefix, version: 2, more: [1] }
      const answer = await sendEvent(context, key, { ...input, data }, once)
      const message = 'A repeated key with another body created a second event.'
      const isSecond = !isRefusal(answer) && idOf(answer) !== event.id
      expectThat(!isSecond, 'EV-5', message, { expected: event.id, answer })
      // Each page, and the event that is retrieved, are held against what the creation returned.
      await expectOneListed(context, key, input.type, event.id)
      await whereOffered(retrieveEvent(context, key, event.id))
    },
  },
])

/**
 * Makes idempotency keys that nobody has used before, and that stores take for one another, each pair in the order in which that
 * shows: those that a header may bear `anywhere`, and those that only a field of the body may bear, as a header has no blanks around its
 * value and no letters beyond ASCII.
 */
function confusableKeys() {
  // A letter has a case, so that the key in capitals is another.
  const own = `k${crypto.randomUUID().slice(0, 13)}`
  const number = `${1 + Math.floor(Math.random() * 8)}${Date.now()}`
  // Keys that share their first 32, 64, 128 and 255 characters.
  const long = `${own}${distinctText(256).replaceAll(' ', '0')}`
  const cut = [33, 65, 129, 255].map((length) => long.slice(0, length))
  return {
    anywhere: [
      own,
      own.toUpperCase(),
      ...[number, `0${number}`, `${number}.0`, `+${number}`],
      // A wildcard matches a key that is known already.
      ...[`${own}xa`, `${own}_a`, `${own}%`, `${own}*`],
      ...[`${own} a`, `${own}  a`, `${own}+a`],
      ...[`${own}A`, `${own}%41`],
      ...[`${own},a`, `${own},b`],
      // No float of 32 bits tells the first two apart, and none of 64 bits the others.
      ...[`${number}1`, `${number}2`, `${number}000001`, `${number}000002`],
      ...cut,
      // This key shares its last 128 characters with one of the keys above.
      `${own}${long.slice(1, 129)}`,
      `${long.slice(0, 254)}x`,
      ...[`${long.slice(0, 255)}a`, `${long.slice(0, 255)}b`],
    ],
    // In a header quotes, semicolons and backslashes may be marks of its syntax (RFC 9651).
    inBody: [
      `"${own}"`,
      `${own}"A`,
      `${own}\\A`,
      `${own};a`,
      `${own};b`,
      `  ${own}`,
      `${own}  `,
      `${own}\u00e9`,
      `${own}e\u0301`,
      `${own}e`,
    ],
  }
}

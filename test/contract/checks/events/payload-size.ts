import { checksOf } from '../checks-of'
import { awaitListed } from '../../probes/listing'
import { errorOf, expectThat, isRefusal, isSuccess } from '../../probes/expect'
import { judgeAsSent } from '../../probes/known-events'
import { answerOrReset, createUnlessTooLarge } from '../../probes/sizes'
import { eventInput, type EventInput } from '../../probes/sending'
import { expectAnother } from '../../probes/replays'
import { createAtOnce, type Created } from '../../probes/events'
import { idsOf } from '../../probes/walks'
import { observeRefusals } from '../../probes/choices/refusal'
import { largestTaken } from '../../probes/choices/longest'
import { distinctLetters, distinctText } from '../../probes/nasty-values'
import { equal } from '../../wire/json'
import { NoAnswer, type Answer, type Context } from '../../engine/check'

const base = { level: 'must', mode: 'non-disruptive', needs: ['event-key'], phase: 'payload-size' } as const

/** Largest payloads that services choose, in bytes: the search for this service's limit begins with them. */
const usualLimits = [1_024, 4_096, 8_192, 16_384, 32_768, 65_536, 100_000, 102_400, 128_000, 131_072]
  .concat([200_000, 204_800, 250_000, 256_000, 262_144, 300_000, 307_200, 400_000, 409_600, 500_000])
  .concat([512_000, 524_288, 1_000_000, 1_024_000, 1_048_576, 2_000_000, 2_097_152, 4_194_304])

/** The least body that a search tries. */
const least = 1_024

/** Requests that the search between two usual limits may take. */
const mostRequests = 40

/** Large requests. After them each list is slow, and an upload that is never answered ends the checks that follow. */
export const payloadSizeChecks = checksOf(base, [
  {
    id: 'event-payload-large',
    title:
      'a payload of 100 kB is refused, or comes back whole, at once and listed, also beside others, and makes an event each time',
    rules: ['EV-10', 'PG-6', 'EV-4'],
    // The check sends more than a megabyte.
    timeLimit: 60_000,
    async run(context) {
      const key = context.eventKey()
      const withText = (text: string) => eventInput(context, 'large', { text, ...manyFields })
      // No part of a text is like another, so that a part that is cut, doubled or moved shows: of many characters, and of
      // characters of several bytes, which are lost where a reader decodes its bytes piece by piece.
      let first: Created | undefined
      for (const input of [withText(distinctText(96_000)), lettersAcrossPieces(withText)]) {
        const { text } = input.data as { text: string }
        const created = await createUnlessTooLarge(context, key, input)
        // The interface does not say how large a payload may be.
        if (!created) return 'It was refused for its size.'
        first ??= created
        const { data, id } = created.event
        const { items } = await awaitListed(context, key, [id])
        const listed = items.find((item) => item.id === id)
        expectThat(listed, 'PG-6', 'An event of 100 kB is not listed.', { expected: id })
        for (const [place, payload] of Object.entries({ 'at once': data, 'in the list': listed.data })) {
          const { text: seenText } = (payload ?? {}) as { text?: unknown }
          const isCut = typeof seenText === 'string' && seenText.length !== text.length
          const received = isCut ? `${seenText.length} characters` : payload
          const details = { expected: `${text.length} characters`, received }
          const message = `A payload of 100 kB comes back changed, ${place}.`
          expectThat(equal(payload, input.data), 'EV-10', message, details)
        }
      }
      if (first) await expectAnother(context, key, first)
      // Some stores read a megabyte at a time: a list that does not ask for the rest lacks events.
      const inputs = Array.from({ length: 10 }, () => withText(distinctText(96_000)))
      const others = await createAtOnce(context, key, inputs)
      await awaitListed(context, key, idsOf(first ? [first, ...others] : others))
      return undefined
    },
  },
  {
    id: 'no-server-error-large-body',
    title: 'no server error: large body',
    rules: ['ER-5'],
    async run(context) {
      const answer = await uploadOrReset(context, sized(1_048_577))
      // Another server error than 500 may come of a proxy, which has limits of its own.
      const message = 'A body of more than 1 MiB was answered by 500.'
      expectThat(answer?.status !== 500, 'ER-5', message, { expected: 'a refusal', answer })
    },
  },
  {
    id: 'largest-payload',
    title: 'how large the body of a request may be',
    rules: ['OQ-19'],
    level: 'observe',
    timeLimit: 60_000,
    async run(context) {
      // Without a type a body of any size creates nothing: too large a one is only refused in another way.
      const small = refusalOf(await upload(context, sized(128)))
      const fits = async (bytes: number) => {
        const answer = await uploadOrReset(context, sized(bytes))
        return answer !== undefined && refusalOf(answer) === small
      }
      try {
        const stated = context.settings.dialect?.maxPayloadBytes
        const most = stated === undefined ? await search(fits) : await confirm(fits, stated)
        if (typeof most === 'string') return most
        // A valid body of this size may be refused for another bound. One that is taken has to come back whole.
        const raw = sized(most, context.unique('large'))
        const largest = most === stated ? undefined : await uploadOrReset(context, raw)
        const message = `A body of ${most} bytes was answered by 500.`
        expectThat(largest?.status !== 500, 'ER-5', message, { answer: largest })
        if (largest && isSuccess(largest))
          judgeAsSent(context, largest.fields, JSON.parse(raw) as EventInput, largest)
        const larger = await uploadOrReset(context, sized(most + 1, context.unique('large')))
        if (larger && !isRefusal(larger)) {
          return `An invalid body of more than ${most} bytes is refused otherwise, a valid one is answered by ${larger.status}.`
        }
        context.observe('maxPayloadBytes', most)
        if (larger)
          observeRefusals(context, [{ situation: 'payloadTooLarge', value: String(most), answer: larger }])
        return `${most} bytes. One more is answered by ${larger?.status ?? 'an end of the connection'}.`
      } catch (error) {
        if (error instanceof NoAnswer) return `It could not be found: ${error.message}`
        throw error
      }
    },
  },
])

/** The pinned size, where two requests confirm it; else the size that a search finds. */
async function confirm(fits: (bytes: number) => Promise<boolean>, stated: number): Promise<number | string> {
  if (!(await fits(stated))) return search(fits)
  return (await fits(stated + 1)) ? search(fits) : stated
}

/** The largest size that fits, or why there is none to tell. */
async function search(fits: (bytes: number) => Promise<boolean>): Promise<number | string> {
  const found = await largestTaken({ taken: least - 1, usual: usualLimits, mostRequests }, fits)
  const { taken = 0, refused = Infinity } = found ?? {}
  if (refused === Infinity) return `${taken} bytes are taken; more is not tried.`
  return taken < least ? `${least} bytes are too many.` : taken
}

/** More fields than a store of 100 or 256 keeps. */
const manyFields = Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`f${index}`, index]))

/** The usual sizes of the pieces in which readers get a body. */
const pieces = [16_384, 65_536]

/** An event whose body has a character of several bytes across the end of each first piece. */
function lettersAcrossPieces<Input>(withText: (text: string) => Input): Input {
  const inputs = ['', ' ', '  '].map((shift) => withText(shift + distinctLetters(96_000)))
  const isAcross = (input: Input) => {
    const bytes = Buffer.from(JSON.stringify(input))
    // A byte that goes on with a character begins with the bits 10.
    return pieces.every((size) => ((bytes[size] ?? 0) & 0xc0) === 0x80)
  }
  return inputs.find(isAcross) ?? (inputs[0] as Input)
}

/** A body of exactly so many bytes. */
function sized(bytes: number, type?: string): string {
  const start = type === undefined ? '{"data":{"text":"' : `{"type":"${type}","data":{"text":"`
  return `${start.padEnd(bytes - 3, 'x')}"}}`
}

/** Sends a body and asserts nothing of the answer, since no rule speaks of size. */
function upload(context: Context, raw: string): Promise<Answer> {
  const { method, path } = context.route('createEvent')
  return context.sendUnjudged({ method, path, key: context.eventKey(), raw })
}

/** The answer; `undefined` where the connection ends during the upload. */
function uploadOrReset(context: Context, raw: string): Promise<Answer | undefined> {
  return answerOrReset(() => upload(context, raw))
}

/** Status, code and param as one text: two refusals with the same text have the same reason. */
function refusalOf(answer: Answer): string {
  const { code, param } = errorOf(answer) ?? {}
  return JSON.stringify([answer.status, code, param])
}

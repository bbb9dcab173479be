import { equal } from '../../engine/equal'
import { NoAnswer, Violation } from '../../engine/outcome'
import { eventInput, eventOf, sendEvent } from '../../probes/events'
import { errorOf, isRefusal } from '../../probes/expect'
import { awaitListed } from '../../probes/listing'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

/** Sizes that services choose, in bytes. Hitting one of them ends the search early. */
const usual = [1_024, 4_096, 8_192, 16_384, 32_768, 65_536, 100_000, 102_400, 128_000, 131_072]
  .concat([200_000, 204_800, 250_000, 256_000, 262_144, 300_000, 307_200, 400_000, 409_600, 500_000])
  .concat([512_000, 524_288, 1_000_000, 1_024_000, 1_048_576, 2_000_000, 2_097_152, 4_194_304])

const mostRequests = 40

/** Large requests. They come last: each list is slow after them, and an upload that is never answered ends what follows. */
export const payloadSizeChecks: readonly Check[] = [
  {
    id: 'event-payload-large',
    title: 'a payload of 100 kB is refused, or comes back whole, at once and listed',
    rules: ['EV-10', 'PG-6'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    phase: 'payload-size',
    async run(context) {
      const key = context.eventKey()
      // No part of it is like another, so that what is cut, doubled or moved is seen.
      const text = Array.from({ length: 12_500 }, (_, index) => String(index).padStart(8)).join('')
      const input = eventInput(context, 'large', { text })
      const answer = await sendEvent(context, key, input)
      // How large a payload may be is open.
      if (isRefusal(answer)) return `It was refused with ${answer.status}.`
      const { data, id } = eventOf(answer, 'A large payload')
      const items = (await awaitListed(context, key, [id])).items
      const listed = items.find((item) => item.id === id)
      if (!listed) throw new Violation('PG-6', 'An event of 100 kB is not listed.', { expected: id })
      for (const [place, seen] of [
        ['at once', data],
        ['in the list', listed.data],
      ] as const) {
        if (equal(seen, input.data)) continue
        const length = ((seen as { text?: unknown } | null)?.text as string | undefined)?.length
        throw new Violation('EV-10', `A payload of 100 kB comes back changed, ${place}.`, {
          expected: `${text.length} characters`,
          received: length === undefined ? seen : `${length} characters`,
        })
      }
      return undefined
    },
  },
  {
    id: 'no-server-error-large-body',
    title: 'no server error: large body',
    rules: ['ER-5'],
    level: 'must',
    mode: 'non-disruptive',
    needs: ['event-key'],
    phase: 'payload-size',
    async run(context) {
      const answer = await uploadOrReset(context, sized(1_048_577))
      // Another server error may be that of what stands in front, which has limits of its own.
      if (answer?.status !== 500) return
      throw new Violation('ER-5', 'A body of more than 1 MiB was answered by 500.', {
        expected: 'a refusal',
        received: answer.text,
        evidence: answer.evidence,
      })
    },
  },
  {
    id: 'largest-payload',
    title: 'how large the body of a request may be',
    rules: ['OQ-19'],
    level: 'observe',
    mode: 'non-disruptive',
    needs: ['event-key'],
    phase: 'payload-size',
    timeLimit: 60_000,
    async run(context) {
      // Without a type nothing is created, whatever the size: only the refusal changes.
      const small = signOf(await upload(context, sized(128)))
      const fits = async (bytes: number) => {
        const answer = await uploadOrReset(context, sized(bytes))
        return answer !== undefined && signOf(answer) === small
      }
      try {
        const stated = context.settings.dialect?.maxPayloadBytes
        const most = stated === undefined ? await search(fits) : await confirm(fits, stated)
        if (typeof most === 'string') return most
        const larger = await uploadOrReset(context, sized(most + 1, context.unique('large')))
        if (larger && !isRefusal(larger)) {
          return `An invalid body of more than ${most} bytes is refused otherwise, a valid one is answered by ${larger.status}.`
        }
        context.observe('maxPayloadBytes', most)
        return `${most} bytes. One more is answered by ${larger?.status ?? 'an end of the connection'}.`
      } catch (error) {
        if (error instanceof NoAnswer) return `It could not be found: ${error.message}`
        throw error
      }
    },
  },
]

/** A pinned size takes two requests. */
async function confirm(fits: (bytes: number) => Promise<boolean>, stated: number): Promise<number | string> {
  if (!(await fits(stated))) return search(fits)
  return (await fits(stated + 1)) ? search(fits) : stated
}

/** The largest size that fits: by halving the usual ones first, then what lies between two of them. */
async function search(fits: (bytes: number) => Promise<boolean>): Promise<number | string> {
  let [low, high] = [0, usual.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (await fits(usual[middle] as number)) low = middle + 1
    else high = middle
  }
  if (low === usual.length) return `${usual[low - 1]} bytes are taken; more is not tried.`
  if (low === 0) return `${usual[0]} bytes are too many.`
  let taken = usual[low - 1] as number
  let refused = usual[low] as number
  if (!(await fits(taken + 1))) return taken
  for (let requests = 0; refused - taken > 1 && requests < mostRequests; requests += 1) {
    const middle = (taken + refused) >> 1
    if (await fits(middle)) taken = middle
    else refused = middle
  }
  return taken
}

/** A body of exactly so many bytes. */
function sized(bytes: number, type?: string): string {
  const start = type === undefined ? '{"data":{"text":"' : `{"type":"${type}","data":{"text":"`
  return `${start.padEnd(bytes - 3, 'x')}"}}`
}

/** Sends a body and takes whatever answer comes: nothing about size is a rule. */
function upload(context: Context, raw: string): Promise<Answer> {
  const { method, path } = context.route('createEvent')
  return context.sendUnjudged({ method, path, key: context.eventKey(), raw })
}

/** The answer; `undefined` where the connection ends during an upload, which is how some refuse one. */
async function uploadOrReset(context: Context, raw: string): Promise<Answer | undefined> {
  try {
    return await upload(context, raw)
  } catch (error) {
    if (error instanceof NoAnswer && !/No answer within/.test(error.message)) return undefined
    throw error
  }
}

/** What tells one refusal from another. */
function signOf(answer: Answer): string {
  const { code, param } = errorOf(answer) ?? {}
  return JSON.stringify([answer.status, code, param])
}

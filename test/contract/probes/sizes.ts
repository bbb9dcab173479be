import { createdBy, type Created } from './events'
import { eventInput, newIdempotencyKey, sendEvent, type EventInput } from './sending'
import { distinctText } from './nasty-values'
import { idempotency } from './idempotency'
import { isRefusal } from './expect'
import { NoAnswer, type Answer, type Context, type Key } from '../engine/check'

/** Bytes from which on a service may end the connection in place of refusing a body. */
const largeBody = 4_096

/** The bounds that the run has seen of the largest size that a deployment takes, in bytes or in characters. */
interface Limit {
  taken: number
  refused: number
}

/** Creates an event; `undefined` where the deployment refuses the body for its size, which the interface leaves open. */
export async function createUnlessTooLarge(
  context: Context,
  key: Key,
  input: EventInput,
  send: () => Promise<Answer> = () => sendEvent(context, key, input),
): Promise<Created | undefined> {
  const bytes = sizeOf(input)
  const answer = await answerOrReset(send, bytes)
  const isTooLarge =
    answer === undefined || (isRefusal(answer) && (await isForSize(context, key, answer, bytes)))
  if (isTooLarge) return undefined
  return createdBy(context, answer, input)
}

/**
 * Creates events of a type, each of a kind that may lead along another way to the webhooks: with an idempotency key, beyond ASCII, large,
 * without content. None of them that a gateway may have made twice.
 */
export async function createOtherwise(context: Context, key: Key, type: string): Promise<Created[]> {
  const { places } = await idempotency(context)
  const contents = [{}, { text: 'Größe 支払い 😀' }, { text: distinctText(9_000) }]
  const payloads = contents.map((content) => eventInput(context, 'otherwise', content).data)
  const made: Created[] = []
  for (const data of [...payloads, {}]) {
    const input = { type, data }
    const once = newIdempotencyKey(places)
    const send = () => sendEvent(context, key, input, data === payloads[0] ? undefined : once)
    const created = await createUnlessTooLarge(context, key, input, send)
    if (created && created.answer.resentAfter === undefined) made.push(created)
  }
  return made
}

/** Bytes of an input as JSON. */
function sizeOf(input: EventInput): number {
  return Buffer.byteLength(JSON.stringify(input))
}

/** Whether a refusal is for the size of a body: a plain body of that size is refused as well. */
async function isForSize(context: Context, key: Key, refusal: Answer, bytes: number) {
  if (refusal.status === 413) noteRefused(bodies(context), bytes)
  return isOverLimit(bodies(context), bytes, async () => {
    const type = context.unique('plain')
    const data = { run: context.prefix, text: '' }
    const text = 'plain text '.repeat(bytes).slice(0, Math.max(0, bytes - sizeOf({ type, data })))
    const plain = { type, data: { ...data, text } }
    const answer = await answerOrReset(() => sendEvent(context, key, plain), bytes)
    return answer !== undefined && !isRefusal(answer)
  })
}

/** Whether a type is refused for its length: a plain one of as many characters is refused as well. */
export function isForLength(context: Context, key: Key, type: string): Promise<boolean> {
  const lengths = context.keep('lengths of types', newLimit)
  return isOverLimit(lengths, type.length, async () => {
    const plain = context.unique('plain').padEnd(type.length, '.plain').slice(0, type.length)
    return !isRefusal(await sendEvent(context, key, { type: plain, data: { run: context.prefix } }))
  })
}

/** Compares with what is known of a limit; what is not known yet `isTaken` finds out. */
async function isOverLimit(limit: Limit, size: number, isTaken: () => Promise<boolean>): Promise<boolean> {
  if (size >= limit.refused) return true
  if (size <= limit.taken) return false
  if (await isTaken()) limit.taken = Math.max(limit.taken, size)
  else noteRefused(limit, size)
  return size >= limit.refused
}

function bodies(context: Context): Limit {
  return context.keep('sizes of bodies', newLimit)
}

function newLimit(): Limit {
  return { taken: 0, refused: Infinity }
}

function noteRefused(limit: Limit, size: number): void {
  limit.refused = Math.min(limit.refused, size)
}

/** The answer; `undefined` where the connection ends during a large upload, by which some services refuse one. */
export async function answerOrReset(
  send: () => Promise<Answer>,
  bytes = Infinity,
): Promise<Answer | undefined> {
  try {
    return await send()
  } catch (error) {
    if (bytes > largeBody && error instanceof NoAnswer && !/No answer within/.test(error.message))
      return undefined
    throw error
  }
}

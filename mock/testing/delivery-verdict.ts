import type { DeliveryAttempt } from '../deliveries/attempt'
import { isJsonObject, isSameJson } from '../http/json-value'
import { strayField } from '../settings/stray-field'

/**
 * The delivery that a test expects. Fields that are left out are not compared.
 *
 * @example
 * const expected: ExpectedDelivery = { type: 'order.paid', data: { order: 1042 }, times: 1 }
 */
export interface ExpectedDelivery {
  /** The type of the event. */
  type?: string
  /** The id of the event. */
  eventId?: string
  /** The id of the webhook. */
  webhookId?: string
  /** The URL of the webhook. */
  url?: string
  /** The URL that the delivery went to: that of the webhook or, where a forward says so, another. */
  to?: string
  /** Members that the payload must have. It may have others as well. */
  data?: object
  /** How many such deliveries are expected. One or more unless given; 0 expects none. */
  times?: number
  /** Milliseconds of real time to wait for deliveries under way. 3,000 unless given. */
  timeout?: number
}

/** A mock whose deliveries can be judged: a backend of this process, or a mock that is reached over HTTP. */
export interface DeliverySource {
  /** The attempts to deliver, oldest first. */
  deliveries(): DeliveryAttempt[] | Promise<DeliveryAttempt[]>
  /** Resolves when no delivery is under way and none is due. Rejects when that takes longer than `timeout` milliseconds of real time. */
  waitForIdle(options?: { timeout?: number }): Promise<void>
  /** The data of the mock, which a message counts where nothing was tried. */
  snapshot(): Promise<{
    events: readonly { mode?: string }[]
    webhooks: readonly { mode?: string; id?: string; url: string; events: readonly string[] }[]
    deliveries?: readonly { webhookId: string; eventId: string; dueAt?: string }[]
  }>
}

/** Whether the deliveries of a mock are as expected. */
export interface DeliveryVerdict {
  isMet: boolean
  /** The deliveries that succeeded and are as expected, oldest first. */
  found: DeliveryAttempt[]
  /** All attempts of the mock, oldest first. */
  attempts: DeliveryAttempt[]
}

// A longer list would hide the rest of a test's output.
const longestList = 10

const texts = ['type', 'eventId', 'webhookId', 'url', 'to'] as const
const fields: readonly (keyof ExpectedDelivery)[] = [...texts, 'data', 'times', 'timeout']

// setTimeout takes a signed 32-bit number of milliseconds; a longer wait would end at once.
const longestWait = 2 ** 31 - 1

/**
 * Throws a `TypeError` for what is no expected delivery: a field that is misspelt would be compared with nothing, and every delivery would be
 * as expected.
 */
export function checkExpected(expected: ExpectedDelivery): void {
  if (!isJsonObject(expected))
    throw new TypeError("An expected delivery is an object, such as { type: 'order.paid' }.")
  const stray = strayField(expected, fields, 'an expected delivery')
  if (stray) throw new TypeError(`${stray.message} All of them are ${fields.join(', ')}.`)
  const { times = 0, timeout = 0 }: ExpectedDelivery = expected
  for (const name of texts) {
    const text: unknown = expected[name]
    if (text !== undefined && typeof text !== 'string') throw new TypeError(`${name} must be a string.`)
  }
  if (!(Number.isInteger(times) && times >= 0)) throw new TypeError('times must be a whole number from 0 on.')
  if (!(typeof timeout === 'number' && timeout >= 0 && timeout <= longestWait))
    throw new TypeError(`timeout must be a number of milliseconds from 0 to ${longestWait}.`)
}

/** Compares the deliveries that a mock has made so far with the expected one. */
export async function judgeDeliveries(
  source: DeliverySource,
  { timeout: _, times, ...wanted }: ExpectedDelivery,
): Promise<DeliveryVerdict> {
  const attempts = await source.deliveries()
  const found = attempts.filter((attempt) => attempt.outcome === 'delivered' && isLike(attempt, wanted))
  return { isMet: times === undefined ? found.length > 0 : found.length === times, found, attempts }
}

/** Says why an expectation is not met: which deliveries were made or tried instead. */
export async function explainUnmet(
  source: DeliverySource,
  expected: ExpectedDelivery,
  { found, attempts }: DeliveryVerdict,
): Promise<string> {
  const { times } = expected
  const count = times === undefined ? 'A delivery' : `${times} deliveries`
  const summary = `${count} like ${written(expected)} expected, ${found.length} found.`
  const failed = attempts.filter((attempt) => attempt.outcome !== 'delivered' && isLike(attempt, expected))
  if (failed.length > 0) {
    const retries = failed.some(({ retryAt }) => retryAt !== undefined)
    return withList(summary, 'Tried, and failed', failed) + (retries ? `\n${advice}` : '')
  }
  if (attempts.length > 0) return withList(summary, 'Delivered or tried', attempts)
  const { events, webhooks, deliveries = [] } = await source.snapshot()
  const waiting = deliveries.map(
    ({ eventId, webhookId, dueAt }) => `  ${eventId} to the webhook ${webhookId}, due at ${dueAt}`,
  )
  if (waiting.length > 0) return `${summary} Nothing was tried yet. Waiting:\n${linesOf(waiting)}\n${advice}`
  const subscribed = webhooks
    .filter(({ mode }) => mode !== 'test')
    .map((webhook) => `  ${webhook.id} at ${webhook.url} for ${JSON.stringify(webhook.events)}`)
  const live = subscribed.length === 0 ? 'no live webhook' : `live webhooks:\n${linesOf(subscribed)}\n`
  return `${summary} Nothing was tried: there are ${events.length} events (${countLive(events)} of them live), and ${live}${live.endsWith('\n') ? '' : '. '}Create a webhook for the type before the event. Test keys deliver nothing.`
}

const advice =
  'What is due later waits for the clock of the mock: advance it (`clock.advance(...)`, or POST /__mock/clock/advance).'

/** The message for `.not`: says which deliveries were as expected, although none should have been. */
export function explainMet(expected: ExpectedDelivery, { found }: DeliveryVerdict): string {
  const { times } = expected
  const unwanted = times === undefined ? 'No delivery' : `Any number of deliveries but ${times}`
  return withList(`${unwanted} like ${written(expected)} expected, ${found.length} found.`, 'Found', found)
}

/** A message, and below it the last of the attempts, a line each. */
export function withList(message: string, title: string, attempts: readonly DeliveryAttempt[]): string {
  const lines = attempts.map((attempt) => `  ${described(attempt)}`)
  return lines.length === 0 ? message : `${message} ${title}:\n${linesOf(lines)}`
}

const linesOf = (lines: readonly string[]) => lines.slice(-longestList).join('\n')

function written({ timeout: _timeout, times: _times, ...wanted }: ExpectedDelivery): string {
  return JSON.stringify(wanted)
}

function described(delivery: DeliveryAttempt): string {
  const { eventType, eventId, webhookId, url, forwardedTo, attempt, outcome, status, error, retryAt } =
    delivery
  const forwarded = forwardedTo === undefined ? '' : ` (forwarded to ${forwardedTo})`
  const next = retryAt === undefined ? '' : `, again at ${retryAt}`
  return `${eventType} ${eventId} to ${url}${forwarded}, webhook ${webhookId}: attempt ${attempt} ${outcome} (${status ?? error})${next}`
}

function countLive(events: readonly { mode?: string }[]): number {
  return events.filter(({ mode }) => mode !== 'test').length
}

function isLike(attempt: DeliveryAttempt, { data, ...wanted }: ExpectedDelivery): boolean {
  const { eventType: type, url, forwardedTo: to = url } = attempt
  const made = { ...attempt, type, to }
  return (
    texts.every((name) => wanted[name] === undefined || wanted[name] === made[name]) &&
    (data === undefined || hasMembers(payloadOf(attempt), data))
  )
}

/** The payload of a delivery. `undefined` where somebody has sent it again with a body that has none. */
function payloadOf({ body }: DeliveryAttempt): unknown {
  try {
    return (JSON.parse(body) as { data?: unknown } | null)?.data
  } catch {
    return undefined
  }
}

/** Whether a value has the wanted members, at any depth. Arrays must be equal. */
function hasMembers(value: unknown, wanted: unknown): boolean {
  if (!isJsonObject(wanted)) return isSameJson(value, wanted)
  if (!isJsonObject(value)) return false
  return Object.entries(wanted).every(
    ([name, member]) => Object.hasOwn(value, name) && hasMembers(value[name], member),
  )
}

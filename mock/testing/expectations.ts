import type { Backend } from '../backend'
import type { DeliveryAttempt } from '../deliveries/attempt'
import { isSameJson } from '../http/json-value'

/**
 * The delivery that a test expects. Fields that are left out are not compared.
 *
 * @example
 * const expected: ExpectedDelivery = { type: 'order.paid', data: { order: 1042 }, times: 1 }
 */
export interface ExpectedDelivery {
  type?: string
  eventId?: string
  webhookId?: string
  url?: string
  /** Members that the payload must have. It may have others as well. */
  data?: object
  /** How many such deliveries are expected. One or more unless given; 0 expects none. */
  times?: number
  /** Milliseconds of real time to wait for deliveries under way. 5,000 unless given. */
  timeout?: number
}

/**
 * The expected delivery was not made. The message lists the deliveries that were made instead.
 *
 * @example
 * await expectDelivered(backend, { type: 'order.paid' }).catch((error: unknown) => {
 *   if (error instanceof DeliveryExpectationError) console.error(error.message)
 * })
 */
export class DeliveryExpectationError extends Error {
  override readonly name = 'DeliveryExpectationError'
}

/**
 * Waits until no delivery is under way and none is due. Retries that are due later do not count: advance the clock for
 * them. Rejects with a `DeliveryExpectationError` when that takes longer than `timeout` milliseconds of real time, 5,000 unless given.
 *
 * @example
 * await waitForIdle(backend)
 */
export async function waitForIdle(
  backend: Backend,
  { timeout = 5_000 }: { timeout?: number } = {},
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const last = backend.deliveries().slice(-5).map(described)
      const message = `Deliveries are still under way after ${timeout} ms: a receiver does not answer.`
      reject(new DeliveryExpectationError(withList(message, 'The last that ended', last)))
    }, timeout)
  })
  await Promise.race([backend.waitForIdle(), late]).finally(() => clearTimeout(timer))
}

/**
 * Waits for deliveries under way and returns those that succeeded and are as expected, oldest first. Rejects with a
 * `DeliveryExpectationError` that lists what was delivered instead.
 *
 * @example
 * const [delivery] = await expectDelivered(backend, { type: 'order.paid', data: { order: 1042 } })
 */
export async function expectDelivered(
  backend: Backend,
  expected: ExpectedDelivery = {},
): Promise<DeliveryAttempt[]> {
  const { timeout, times, ...wanted } = expected
  await waitForIdle(backend, { timeout })
  const attempts = backend.deliveries()
  const found = attempts.filter((attempt) => attempt.outcome === 'delivered' && isLike(attempt, wanted))
  if (times === undefined ? found.length > 0 : found.length === times) return found

  const count = times === undefined ? 'A delivery' : `${times} deliveries`
  const summary = `${count} like ${JSON.stringify(wanted)} expected, ${found.length} found.`
  const failed = attempts.filter((attempt) => attempt.outcome !== 'delivered' && isLike(attempt, wanted))
  if (failed.length > 0) {
    throw new DeliveryExpectationError(withList(summary, 'Tried, and failed', failed.map(described)))
  }
  if (attempts.length > 0) {
    throw new DeliveryExpectationError(
      withList(summary, 'Delivered or tried', attempts.slice(-10).map(described)),
    )
  }
  const { events, webhooks } = await backend.snapshot()
  throw new DeliveryExpectationError(
    `${summary} Nothing was tried: there are ${events.length} events (${countLive(events)} of them live), and webhooks for ${JSON.stringify(
      webhooks.flatMap((webhook) => (webhook.mode === 'test' ? [] : webhook.events)),
    )}. Test keys deliver nothing.`,
  )
}

function countLive(events: readonly { mode?: string }[]): number {
  return events.filter(({ mode }) => mode !== 'test').length
}

function isLike(
  attempt: DeliveryAttempt,
  { type, eventId, webhookId, url, data }: ExpectedDelivery,
): boolean {
  return (
    (type === undefined || type === attempt.eventType) &&
    (eventId === undefined || eventId === attempt.eventId) &&
    (webhookId === undefined || webhookId === attempt.webhookId) &&
    (url === undefined || url === attempt.url) &&
    (data === undefined || hasMembers((JSON.parse(attempt.body) as { data: unknown }).data, data))
  )
}

/** Whether a value has the wanted members, at any depth. Arrays must be equal. */
function hasMembers(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) return isSameJson(value, wanted)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(wanted).every(
    ([name, member]) => Object.hasOwn(value, name) && hasMembers(value[name as keyof typeof value], member),
  )
}

function described({
  eventType,
  eventId,
  url,
  attempt,
  outcome,
  status,
  error,
  retryAt,
}: DeliveryAttempt): string {
  const next = retryAt === undefined ? '' : `, again at ${retryAt}`
  return `${eventType} ${eventId} to ${url}: attempt ${attempt} ${outcome} (${status ?? error})${next}`
}

function withList(message: string, title: string, lines: readonly string[]): string {
  return lines.length === 0 ? message : `${message} ${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`
}

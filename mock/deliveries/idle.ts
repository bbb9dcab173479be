import type { UnansweredAttempt } from './attempts'

/** Milliseconds of real time that a wait for deliveries takes at most, unless its caller says otherwise: less than the limit of a test. */
export const usualWait = 3_000

/**
 * The expected delivery was not made. The message lists what was made instead, and says what to do.
 *
 * @example
 * await expectDelivered(backend, { type: 'order.paid' }).catch((error: unknown) => {
 *   if (error instanceof DeliveryExpectationError) console.error(error.message)
 * })
 */
export class DeliveryExpectationError extends Error {
  override readonly name = 'DeliveryExpectationError'
}

// A longer list would hide the rest of a test's output.
const longestList = 5

/** The error of a wait that took longer than `timeout` milliseconds. `isFrozen` says that the mock's clock stands still. */
export function stillUnderWay(
  timeout: number,
  attempts: readonly UnansweredAttempt[],
  isFrozen: boolean,
): DeliveryExpectationError {
  const lines = attempts.slice(0, longestList).map(lineOf)
  if (attempts.length > longestList) lines.push(`  and ${attempts.length - longestList} more`)
  const found =
    attempts.length === 0
      ? 'The mock is still looking for deliveries that are due.'
      : `The receiver has not answered:\n${lines.join('\n')}\n`
  const byClock = isFrozen
    ? 'The clock of the mock stands still, so none of them ends by its own limit: advance the clock by 15 seconds, the limit of an attempt unless you set another (`clock.advance(15_000)`, or POST /__mock/clock/advance with {"seconds": 15}).'
    : 'An attempt ends by itself after 15 seconds, unless you set another limit.'
  return new DeliveryExpectationError(
    `Deliveries are still under way after ${timeout} ms. ${found}${found.endsWith('\n') ? '' : ' '}Let the receiver answer, or wait longer by \`timeout\`. ${byClock}`,
  )
}

function lineOf({ eventId, webhookId, url, attempt }: UnansweredAttempt): string {
  return `  ${eventId} to ${url} (webhook ${webhookId}), attempt ${attempt}`
}

import type { Evidence } from './report'

/** What is known of a broken rule. */
export interface ViolationDetails {
  /** What the rule wants. */
  expected?: unknown
  /** What came instead. */
  received?: unknown
  /** The exchange or delivery that shows it. The last of the check unless given. */
  evidence?: Evidence
}

/**
 * A rule is broken. Thrown by a check; the message says how.
 *
 * @example
 * throw new Violation('EV-7', 'The id does not begin with evt_.', { received: event.id })
 */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly rules: readonly string[]

  constructor(
    rules: string | readonly string[],
    message: string,
    readonly details: ViolationDetails = {},
  ) {
    super(message)
    this.rules = typeof rules === 'string' ? [rules] : rules
  }
}

/**
 * What was to be judged could not be. Makes the verdict incomplete.
 *
 * @example
 * throw new CouldNotRun('No delivery reached the receiver.', '--receiver-url')
 */
export class CouldNotRun extends Error {
  override readonly name: string = 'CouldNotRun'

  constructor(
    message: string,
    /** The flag that would let it run. */
    readonly remedy?: string,
  ) {
    super(message)
  }
}

/** A request got no answer, which says nothing about the next one. */
export class NoAnswer extends CouldNotRun {
  override readonly name = 'NoAnswer'
}

/**
 * This run was not asked to judge it, or the deployment does not offer it. Leaves the verdict alone.
 *
 * @example
 * throw new NotApplicable('The deployment does not list webhooks.')
 */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'

  constructor(
    message: string,
    /** The flag that would have it judged. */
    readonly remedy?: string,
  ) {
    super(message)
  }
}

import type { Evidence } from './report'
import type { Failure } from '../wire/client'

/** How a rule was seen to be broken. */
export interface ViolationDetails {
  /** The value that the rule wants. */
  expected?: unknown
  /** The value that came instead. */
  received?: unknown
  /** The exchange or delivery that shows the breach. The check's last one unless given. */
  evidence?: Evidence
  /** Makes a warning of it, although the rule is a `must`: the check cannot be sure enough to fail the deployment. */
  onlyWarns?: boolean
}

/**
 * Thrown by a check that found a rule broken. The message says how.
 *
 * @example
 * throw new Violation('EV-7', 'The id does not begin with evt_.', { received: event.id })
 */
export class Violation extends Error {
  override readonly name = 'Violation'
  /** Ids of the rules that were found broken. */
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

/** Thrown by a check that does not judge its subject. The message says why. */
export class Unjudged extends Error {
  constructor(
    message: string,
    /** The flag that would have the subject judged. */
    readonly remedy?: string,
  ) {
    super(message)
  }
}

/**
 * Thrown by a check that could not judge what it was to judge, which makes the verdict incomplete.
 *
 * @example
 * throw new CouldNotRun('No delivery reached the receiver.', '--receiver-url')
 */
export class CouldNotRun extends Unjudged {
  override readonly name: string = 'CouldNotRun'
}

/** Thrown for a request without an answer, which says nothing about the next request. */
export class NoAnswer extends CouldNotRun {
  override readonly name = 'NoAnswer'

  constructor(
    message: string,
    override readonly cause: Failure,
  ) {
    super(message)
  }
}

/**
 * Thrown by a check whose subject this run was not asked to judge, or the deployment does not offer. Leaves the verdict alone.
 *
 * @example
 * throw new NotApplicable('The deployment does not list webhooks.')
 */
export class NotApplicable extends Unjudged {
  override readonly name = 'NotApplicable'
}

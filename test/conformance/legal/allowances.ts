import type { Status } from '@event-delivery/conformance'
import type { Choices } from './dimensions'

/** An outcome other than success that a choice makes honest. */
interface Allowance {
  when: (choices: Choices) => boolean
  status: Status
  /** The ids of the checks. */
  check: RegExp
  /** A pattern of the message and its remedy: it says which choice it was, or which flag helps. */
  says: RegExp
  because: string
}

/** The outcomes that are honest, by the choice that makes them so. Everything else is a false alarm. */
export const allowances: readonly Allowance[] = [
  {
    when: ({ mismatch }) => mismatch !== 'original',
    status: 'warned',
    check: /^idempotency-mismatch-answer$/,
    says: /EV-1/,
    because:
      'the rule asks for the original event, whatever the second body holds; a refusal creates no event',
  },
  {
    when: ({ webhookLimit }) => webhookLimit !== null,
    status: 'could-not-run',
    check: /./,
    says: /is their number limited/,
    because: 'the check needs more webhooks than an account may have',
  },
  {
    when: ({ traffic }) => traffic === 'others-create',
    status: 'could-not-run',
    check: /^has-more-at-the-end$/,
    says: /Others changed the list all the time/,
    because: 'the end of a list to which others add all the time is never seen twice alike',
  },
  {
    when: ({ retention }) => retention !== null,
    status: 'could-not-run',
    check: /./,
    says: /The list keeps its newest \d+ events/,
    because: 'the events of other checks may take the place of those that a check looks for',
  },
]

/** Whether nobody can find a webhook whose registration was carried out and whose answer a gateway lost. */
export function losesWebhooks({ gateway, webhookList }: Choices): boolean {
  return ['503-after', '504-late'].includes(gateway) && webhookList === 'not-offered'
}

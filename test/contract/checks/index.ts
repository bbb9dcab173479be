import { authenticationChecks } from './authentication'
import { deletionChecks, lateDeletionChecks } from './deletion'
import { deliveryChecks } from './deliveries'
import { errorChecks } from './errors'
import { eventChecks } from './events'
import { generalChecks } from './general'
import { hasMoreChecks } from './has-more'
import { idempotencyChecks } from './idempotency'
import { limitChecks } from './limits'
import { listingChecks } from './listing'
import { modeChecks } from './modes'
import { pagingChecks } from './paging'
import { openQuestionChecks } from './open-questions'
import { payloadSizeChecks } from './payload-size'
import { propertyChecks } from './properties'
import { scopeChecks } from './scopes'
import { subscriptionChecks } from './subscriptions'
import { undeliveredChecks } from './undelivered'
import { webhookChecks } from './webhooks'
import type { Check } from '../engine/check'

/** What moves a deployment's clock disturbs what comes after it, and so does a spent rate limit. */
function lateness(check: Check): number {
  if (payloadSizeChecks.includes(check)) return 3
  if (limitChecks.includes(check)) return 2
  return check.needs.includes('clock') || lateDeletionChecks.includes(check) ? 1 : 0
}

/**
 * Every check of the suite, in the order in which they run.
 *
 * @example
 * const webhooksOnly = checks.filter(({ rules }) => rules.some((rule) => rule.startsWith('WH-')))
 */
export const checks: readonly Check[] = [
  ...generalChecks,
  ...authenticationChecks,
  ...modeChecks,
  ...eventChecks,
  ...idempotencyChecks,
  ...listingChecks,
  ...hasMoreChecks,
  ...pagingChecks,
  ...webhookChecks,
  ...deletionChecks,
  ...lateDeletionChecks,
  ...subscriptionChecks,
  ...deliveryChecks,
  ...undeliveredChecks,
  ...scopeChecks,
  ...errorChecks,
  ...propertyChecks,
  ...openQuestionChecks,
  ...limitChecks,
  ...payloadSizeChecks,
].sort((a, b) => lateness(a) - lateness(b))

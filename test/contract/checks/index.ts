import { authenticationChecks } from './authentication'
import { deletionChecks, lateDeletionChecks } from './deletion'
import { deliveryChecks } from './deliveries'
import { errorChecks } from './errors'
import { eventContentChecks } from './event-content'
import { eventChecks } from './events'
import { generalChecks } from './general'
import { hasMoreChecks } from './has-more'
import { idempotencyChecks } from './idempotency'
import { idempotencyKeyChecks } from './idempotency-keys'
import { invalidKeyChecks } from './invalid-keys'
import { limitChecks } from './limits'
import { listingChecks } from './listing'
import { modeChecks } from './modes'
import { pagingChecks } from './paging'
import { oddRequestChecks } from './odd-requests'
import { openQuestionChecks } from './open-questions'
import { payloadSizeChecks } from './payload-size'
import { propertyChecks } from './properties'
import { scopeChecks } from './scopes'
import { secretChecks } from './secrets'
import { subscriptionChecks } from './subscriptions'
import { undeliveredChecks } from './undelivered'
import { webhookChecks } from './webhooks'
import { webhookRefusalChecks } from './webhook-refusals'
import { inOrder, type Check } from '../engine/check'

/**
 * Every check of the suite, in the order in which they run.
 *
 * @example
 * const webhooksOnly = checks.filter(({ rules }) => rules.some((rule) => rule.startsWith('WH-')))
 */
export const checks: readonly Check[] = inOrder([
  ...generalChecks,
  ...authenticationChecks,
  ...invalidKeyChecks,
  ...modeChecks,
  ...eventChecks,
  ...eventContentChecks,
  ...idempotencyChecks,
  ...idempotencyKeyChecks,
  ...listingChecks,
  ...hasMoreChecks,
  ...pagingChecks,
  ...webhookChecks,
  ...webhookRefusalChecks,
  ...secretChecks,
  ...deletionChecks,
  ...lateDeletionChecks,
  ...subscriptionChecks,
  ...deliveryChecks,
  ...undeliveredChecks,
  ...scopeChecks,
  ...errorChecks,
  ...oddRequestChecks,
  ...propertyChecks,
  ...openQuestionChecks,
  ...limitChecks,
  ...payloadSizeChecks,
])

import { authenticationChecks } from './authentication/valid-keys'
import { deletionChecks, lateDeletionChecks } from './deletion/deletion'
import { deliveryChecks } from './deliveries/request'
import { errorChecks } from './errors/refusals'
import { eventContentChecks } from './events/content'
import { eventChecks } from './events/creation'
import { generalChecks } from './conventions/conventions'
import { hasMoreChecks } from './listing/has-more'
import { idempotencyChecks } from './events/idempotency'
import { idempotencyKeyChecks } from './events/idempotency-keys'
import { invalidKeyChecks } from './authentication/invalid-keys'
import { limitChecks } from './limits/rate-limit'
import { listingChecks } from './listing/page'
import { modeChecks } from './authentication/modes'
import { pagingChecks } from './listing/traversal'
import { oddRequestChecks } from './errors/odd-requests'
import { openQuestionChecks } from './open-questions/open-questions'
import { payloadSizeChecks } from './events/payload-size'
import { propertyChecks } from './events/properties'
import { scopeChecks } from './authentication/scopes'
import { secretChecks } from './webhooks/secrets'
import { subscriptionChecks } from './deliveries/subscriptions'
import { undeliveredChecks } from './deliveries/undelivered'
import { webhookChecks } from './webhooks/registration'
import { webhookRefusalChecks } from './webhooks/refusals'
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

import { afterDeletionChecks, deletionChecks } from './deletion/deletion'
import { afterRefusalChecks, creationChecks } from './events/creation'
import { besideOthersChecks } from './deliveries/beside-others'
import { conventionChecks } from './conventions/conventions'
import { deliveredContentChecks, scopedCreationChecks } from './deliveries/content'
import { deliveryRequestChecks, retryChecks } from './deliveries/request'
import { hasMoreChecks, lastPageChecks } from './listing/has-more'
import { idempotencyChecks } from './events/idempotency'
import { idempotencyKeyChecks } from './events/idempotency-keys'
import { idempotencyRoundChecks } from './events/idempotency-rounds'
import { invalidKeyChecks } from './authentication/invalid-keys'
import { keyEndChecks } from './authentication/key-end'
import { listEndChecks } from './listing/list-end'
import { longListChecks } from './listing/long-lists'
import { manyEventChecks } from './events/many-events'
import { modeChecks } from './authentication/modes'
import { oddRequestChecks } from './errors/odd-requests'
import { deliveryChoiceChecks } from './open-questions/deliveries'
import { eventChoiceChecks } from './open-questions/events'
import { furtherChoiceChecks } from './open-questions/further'
import { readingChoiceChecks } from './open-questions/reading'
import { webhookChoiceChecks } from './open-questions/webhooks'
import { pageChecks } from './listing/page'
import { payloadSizeChecks } from './events/payload-size'
import { randomRequestChecks } from './events/random-requests'
import { rateLimitChecks } from './limits/rate-limit'
import { refusalChecks } from './errors/refusals'
import { registrationChecks } from './webhooks/registration'
import { sameUrlChecks } from './deliveries/same-url'
import { roundTripChecks } from './events/round-trips'
import { scopeChecks } from './authentication/scopes'
import { secretChecks } from './webhooks/secrets'
import { subscriptionChecks } from './deliveries/subscriptions'
import { traversalChecks } from './listing/traversal'
import { undeliveredChecks } from './deliveries/undelivered'
import { validKeyChecks } from './authentication/valid-keys'
import { webhookRefusalChecks } from './webhooks/refusals'
import { inOrder, type Check } from '../engine/check'

/**
 * Every check of a whole run, in the order in which they run.
 *
 * @example
 * const webhooksOnly = checks.filter(({ rules }) => rules.some((rule) => rule.startsWith('WH-')))
 */
export const checks: readonly Check[] = inOrder([
  ...conventionChecks,
  ...validKeyChecks,
  ...invalidKeyChecks,
  ...keyEndChecks,
  ...modeChecks,
  ...creationChecks,
  ...roundTripChecks,
  ...idempotencyChecks,
  ...idempotencyKeyChecks,
  ...idempotencyRoundChecks,
  ...manyEventChecks,
  ...pageChecks,
  ...hasMoreChecks,
  ...listEndChecks,
  ...lastPageChecks,
  ...longListChecks,
  ...traversalChecks,
  // Some services double what is created after many others, which shows here.
  ...afterRefusalChecks,
  ...registrationChecks,
  ...webhookRefusalChecks,
  ...secretChecks,
  ...deletionChecks,
  ...retryChecks,
  ...afterDeletionChecks,
  ...subscriptionChecks,
  ...deliveredContentChecks,
  ...sameUrlChecks,
  ...besideOthersChecks,
  ...scopedCreationChecks,
  ...deliveryRequestChecks,
  ...undeliveredChecks,
  ...scopeChecks,
  ...refusalChecks,
  ...oddRequestChecks,
  ...randomRequestChecks,
  // The choices where the interface is silent. Nothing of them fails.
  ...eventChoiceChecks,
  ...readingChoiceChecks,
  ...webhookChoiceChecks,
  ...deliveryChoiceChecks,
  ...furtherChoiceChecks,
  ...rateLimitChecks,
  ...payloadSizeChecks,
])

/**
 * Every check of a quick run, in the order in which they run.
 *
 * @example
 * const report = await runChecks(target, quickChecks, { mode: 'full' })
 */
export const quickChecks: readonly Check[] = checks.filter(({ quick }) => quick)

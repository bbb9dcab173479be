import { contentMutants } from './events/content'
import { conventionMutants } from './conventions/conventions'
import { crashMutants } from './errors/crashes'
import { creationMutants } from './events/creation'
import { deletionMutants } from './deletion/deletion'
import { deliveryRequestMutants } from './deliveries/request'
import { errorMutants } from './errors/errors'
import { hasMoreMutants } from './listing/has-more'
import { idempotencyMutants } from './events/idempotency'
import { keyMutants } from './authentication/keys'
import { modeMutants } from './authentication/modes'
import { pageMutants } from './listing/page'
import { rateLimitMutants } from './limits/rate-limit'
import { registrationMutants } from './webhooks/registration'
import { scopeMutants } from './authentication/scopes'
import { secretMutants } from './webhooks/secrets'
import { subscriptionMutants } from './deliveries/subscriptions'
import { traversalMutants } from './listing/traversal'
import type { Mutant } from '../support/breakage'

/** Backends that break one rule each. The suite has to find every one of them, and name the rule. */
export const mutants: readonly Mutant[] = [
  ...conventionMutants,
  ...creationMutants,
  ...contentMutants,
  ...idempotencyMutants,
  ...pageMutants,
  ...hasMoreMutants,
  ...traversalMutants,
  ...registrationMutants,
  ...secretMutants,
  ...deletionMutants,
  ...subscriptionMutants,
  ...deliveryRequestMutants,
  ...keyMutants,
  ...modeMutants,
  ...scopeMutants,
  ...errorMutants,
  ...crashMutants,
  ...rateLimitMutants,
]

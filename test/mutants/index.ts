import { changeMutants } from './changes'
import { conventionMutants } from './conventions'
import { cornerMutants } from './corners'
import { crashMutants } from './crashes'
import { deletionMutants } from './deletion'
import { deliveryMutants } from './deliveries'
import { errorMutants } from './errors'
import { eventMutants } from './events'
import { idempotencyMutants } from './idempotency'
import { keyMutants } from './keys'
import { leakMutants } from './leaks'
import { lenientMutants } from './lenient'
import { listingMutants } from './listing'
import { lossMutants } from './losses'
import { pagingMutants } from './paging'
import { scopeMutants } from './scopes'
import { secretMutants } from './secrets'
import { strangeDeliveryMutants } from './strange-deliveries'
import { webhookMutants } from './webhooks'
import type { Mutant } from '../support/breakage'

/** Backends that break one rule each. The suite has to find every one of them, and name the rule. */
export const mutants: readonly Mutant[] = [
  ...conventionMutants,
  ...idempotencyMutants,
  ...eventMutants,
  ...listingMutants,
  ...pagingMutants,
  ...webhookMutants,
  ...secretMutants,
  ...deletionMutants,
  ...deliveryMutants,
  ...keyMutants,
  ...scopeMutants,
  ...errorMutants,
  ...cornerMutants,
  ...lossMutants,
  ...leakMutants,
  ...changeMutants,
  ...lenientMutants,
  ...crashMutants,
  ...strangeDeliveryMutants,
]

import { conventionMutants } from './conventions'
import { deliveryMutants, webhookMutants } from './webhooks'
import { errorMutants, keyMutants } from './keys'
import { eventMutants } from './events'
import { listingMutants } from './listing'
import type { Mutant } from './breakage'

/** Backends that break one rule each. The suite has to find every one of them, and name the rule. */
export const mutants: readonly Mutant[] = [
  ...conventionMutants,
  ...eventMutants,
  ...listingMutants,
  ...webhookMutants,
  ...deliveryMutants,
  ...keyMutants,
  ...errorMutants,
]

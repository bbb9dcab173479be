import { conventionMutants } from './conventions'
import { cornerMutants } from './corners'
import { deliveryMutants } from './deliveries'
import { errorMutants } from './errors'
import { eventMutants } from './events'
import { keyMutants } from './keys'
import { leakMutants } from './leaks'
import { listingMutants } from './listing'
import { lossMutants } from './losses'
import { webhookMutants } from './webhooks'
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
  ...cornerMutants,
  ...lossMutants,
  ...leakMutants,
]

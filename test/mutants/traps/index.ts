import { exceptionMutants } from './exceptions'
import { alteredAddresses, alteredWebhooks } from './webhooks'
import { alteredStructures, alteredTexts, alteredTypes } from './events'
import { brokenCreations } from './creations'
import { cacheMutants } from './caches'
import { brokenDeliveries } from './deliveries'
import { brokenLimits, generousLimits } from './limits'
import { brokenPages } from './pages'
import { brokenIdempotency } from './idempotency'
import { brokenPermissions } from './permissions'
import { brokenRegistrations } from './registrations'
import { brokenBodies, brokenBodiesWithoutKey, brokenRefusals, brokenUnauthorized } from './refusals'
import { comparedIdempotencyKeys } from './idempotency-keys'
import { lateMutants } from './lateness'
import { matchedSubscriptions } from './subscriptions'
import { mistakenKeys } from './api-keys'
import { oddForms } from './odd-forms'
import { oddTexts } from './odd-texts'
import { scopedCreationMutants } from './scoped-creations'
import { sideBySideMutants } from './side-by-side'
import { systemMutants } from './systems'
import { waysOfDeliveries } from './ways'
import type { Mutant } from '../../support/breakage'

/** Mutants that are made from traps and places: each trap of a kind in each place where it makes sense. */
export const generatedMutants: readonly Mutant[] = [
  // They keep or show values otherwise than they came, or take one for another.
  ...alteredTypes,
  ...alteredTexts,
  ...alteredStructures,
  ...alteredWebhooks,
  ...alteredAddresses,
  ...matchedSubscriptions,
  ...comparedIdempotencyKeys,
  ...mistakenKeys,
  // Their requests, pages and deliveries go wrong under a condition.
  ...brokenCreations,
  ...brokenIdempotency,
  ...brokenPages,
  ...brokenDeliveries,
  ...brokenRefusals,
  ...brokenUnauthorized,
  ...brokenBodiesWithoutKey,
  ...brokenBodies,
  ...brokenPermissions,
  ...brokenRegistrations,
  ...waysOfDeliveries,
  ...brokenLimits,
  ...generousLimits,
  ...lateMutants,
  ...oddTexts,
  ...oddForms,
  ...cacheMutants,
  ...systemMutants,
  ...sideBySideMutants,
  ...scopedCreationMutants,
  ...exceptionMutants,
]

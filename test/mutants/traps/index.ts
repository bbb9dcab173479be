import { alteredAddresses, alteredWebhooks } from './webhooks'
import { alteredStructures, alteredTexts, alteredTypes } from './events'
import { brokenCreations } from './creations'
import { brokenDeliveries } from './deliveries'
import { brokenLimits } from './limits'
import { brokenPages } from './pages'
import { brokenIdempotency } from './idempotency'
import { brokenPermissions } from './permissions'
import { brokenRefusals, brokenUnauthorized } from './refusals'
import { comparedIdempotencyKeys } from './idempotency-keys'
import { lateMutants } from './lateness'
import { matchedSubscriptions } from './subscriptions'
import { mistakenKeys } from './api-keys'
import { oddForms } from './odd-forms'
import { oddTexts } from './odd-texts'
import { unseen } from './unseen'
import type { Mutant } from '../../support/breakage'

/** Mutants that are made from traps and places: each trap of a kind in each place where it makes sense. */
export const allGenerated: readonly Mutant[] = [
  ...alteredTypes,
  ...alteredTexts,
  ...alteredStructures,
  ...alteredWebhooks,
  ...alteredAddresses,
  ...matchedSubscriptions,
  ...comparedIdempotencyKeys,
  ...mistakenKeys,
  ...brokenCreations,
  ...brokenIdempotency,
  ...brokenPages,
  ...brokenDeliveries,
  ...brokenRefusals,
  ...brokenUnauthorized,
  ...brokenPermissions,
  ...brokenLimits,
  ...lateMutants,
  ...oddTexts,
  ...oddForms,
]

/** The generated mutants that have to be found. */
export const generatedMutants: readonly Mutant[] = allGenerated.filter(({ id }) => !unseen.has(id))

import { alteredAddresses, alteredWebhooks } from './webhooks'
import { alteredStructures, alteredTexts, alteredTypes } from './events'
import { brokenCreations, brokenIdempotency } from './creations'
import { brokenDeliveries } from './deliveries'
import { brokenLimits } from './limits'
import { brokenPages } from './pages'
import { brokenPermissions } from './keys'
import { brokenRefusals, brokenUnauthorized } from './refusals'
import { comparedIdempotencyKeys, matchedSubscriptions, mistakenKeys } from './comparisons'
import { lateMutants } from './lateness'
import { oddValues } from './odd-values'
import type { Mutant } from '../../support/breakage'

/** Mutants that are made from traps and places: each trap of a kind in each place where it makes sense. */
export const generatedMutants: readonly Mutant[] = [
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
  ...oddValues,
]

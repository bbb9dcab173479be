import { allowedChoices } from './allowed-choices'
import { allowedRefusals } from './allowed-refusals'
import type { Allowed } from './allowance'

/** Services that no check may fail. */
export const allowed: readonly Allowed[] = [...allowedRefusals, ...allowedChoices]

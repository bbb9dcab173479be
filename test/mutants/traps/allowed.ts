import { allowedChoices } from './allowed-choices'
import { allowedRefusals } from './allowed-refusals'

/** Services that no check may fail. */
export const allowed = Object.entries({ ...allowedRefusals, ...allowedChoices })

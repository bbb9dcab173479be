import { deliveryChoiceChecks } from './deliveries'
import { eventChoiceChecks } from './events'
import { furtherChoiceChecks } from './further'
import { goneChecks } from './gone'
import { readingChoiceChecks } from './reading'
import { webhookChoiceChecks } from './webhooks'
import type { Check } from '../../engine/check'

/** The deployment's choices where the interface is silent. Nothing here fails. */
export const openQuestionChecks: readonly Check[] = [
  ...eventChoiceChecks,
  ...readingChoiceChecks,
  ...webhookChoiceChecks,
  ...deliveryChoiceChecks,
  ...goneChecks,
  ...furtherChoiceChecks,
]

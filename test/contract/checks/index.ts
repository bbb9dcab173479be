import { authenticationChecks } from './authentication'
import { deletionChecks } from './deletion'
import { deliveryChecks } from './deliveries'
import { errorChecks } from './errors'
import { eventChecks } from './events'
import { generalChecks } from './general'
import { idempotencyChecks } from './idempotency'
import { limitChecks } from './limits'
import { listingChecks } from './listing'
import { pagingChecks } from './paging'
import { openQuestionChecks } from './open-questions'
import { scopeChecks } from './scopes'
import { webhookChecks } from './webhooks'
import type { Check } from '../engine/check'

/** What moves a deployment's clock disturbs what comes after it, and so does a spent rate limit. */
const late = (check: Check) => (limitChecks.includes(check) ? 2 : check.needs.includes('clock') ? 1 : 0)

/**
 * Every check of the suite, in the order in which they run.
 *
 * @example
 * const webhooksOnly = checks.filter(({ rules }) => rules.some((rule) => rule.startsWith('WH-')))
 */
export const checks: readonly Check[] = [
  ...generalChecks,
  ...authenticationChecks,
  ...eventChecks,
  ...idempotencyChecks,
  ...listingChecks,
  ...pagingChecks,
  ...webhookChecks,
  ...deletionChecks,
  ...deliveryChecks,
  ...scopeChecks,
  ...errorChecks,
  ...openQuestionChecks,
  ...limitChecks,
].sort((a, b) => late(a) - late(b))

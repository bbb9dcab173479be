import { answerInstead, apiKeyOf, operationOf, withApiKey, type Mutant } from '../../support/breakage'
import { mockKeys } from '../../support/backend'
import { mistakeKey } from '../changes'
import { ofFamily } from './trap'
import type { OperationId } from '../../../generated/operations'

const isExpired = (request: Request) => apiKeyOf(request) === mockKeys.expired
/** Whether a request is made with a live key that is neither the full one nor expired. */
const isScoped = (request: Request) =>
  apiKeyOf(request).startsWith('sk_live_') && apiKeyOf(request) !== mockKeys.live && !isExpired(request)

const guarded = ['createEvent', 'listEvents', 'createWebhook', 'deleteWebhook'] as const

/** An expired key that does one thing still. */
const expired = ([...guarded, 'retrieveEvent', 'listWebhooks'] as const).map((operation): Mutant => ({
  id: `expired-key-works-for-${operation.toLowerCase()}`,
  rule: 'AU-15',
  mode: operation === 'listEvents' ? 'read-only' : 'full',
  break: mistakeKey(mockKeys.live, (request) => isExpired(request) && operationOf(request) === operation),
}))

/** A refusal behind which the thing is done all the same. */
const obeyed = (
  name: string,
  rule: string,
  is: (request: Request) => boolean,
  ...operations: OperationId[]
): Mutant[] =>
  operations.map((operation) => ({
    id: `${name}-key-is-refused-and-obeyed-for-${operation.toLowerCase()}`,
    ...{ rule, mode: 'full' },
    break: answerInstead(async (request, send) => {
      if (operationOf(request) !== operation || !is(request)) return undefined
      const refused = await send(request.clone())
      if (refused.ok) return refused
      await send(await withApiKey(request, mockKeys.live))
      return refused
    }),
  }))

/** Mutants of keys that have ended, or lack a scope. */
export const brokenPermissions = ofFamily('broken permissions', [
  ...expired,
  ...obeyed('scoped', 'AU-12', isScoped, 'createEvent'),
  ...obeyed('scoped', 'AU-14', isScoped, 'deleteWebhook', 'createWebhook'),
  ...obeyed('expired', 'AU-15', isExpired, 'createEvent', 'deleteWebhook'),
])

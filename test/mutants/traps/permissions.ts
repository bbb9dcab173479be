import { answerInstead, apiKeyOf, operationOf, withApiKey, type Mutant } from '../../support/breakage'
import { mockKeys } from '../../support/backend'
import { mistakeKey } from '../changes'
import { ofFamily } from './trap'
import type { OperationId } from '../../../generated/operations'

const operations = [
  'createEvent',
  'listEvents',
  'createWebhook',
  'deleteWebhook',
  'listWebhooks',
  'retrieveEvent',
] as const satisfies readonly OperationId[]

const isExpired = (request: Request) => apiKeyOf(request) === mockKeys.expired
/** Whether a request is made with a live key that is neither the full one nor expired. */
const isScoped = (request: Request) =>
  apiKeyOf(request).startsWith('sk_live_') && apiKeyOf(request) !== mockKeys.live && !isExpired(request)

/** An expired key that does one thing still. The interface shows no path for the last two operations. */
const expired = operations.slice(0, 4).map((operation): Mutant => ({
  id: `expired-key-works-for-${operation.toLowerCase()}`,
  title: `an expired key works on for ${operation}`,
  rule: 'AU-15',
  mode: operation === 'listEvents' ? 'read-only' : 'full',
  break: mistakeKey(mockKeys.live, (request) => isExpired(request) && operationOf(request) === operation),
}))

/** A refusal behind which the thing is done all the same. */
const doneAllTheSame: readonly Mutant[] = (
  [
    {
      operation: 'createEvent',
      rule: 'AU-12',
      name: 'scoped',
      who: 'a scoped key without the scope',
      is: isScoped,
    },
    {
      operation: 'deleteWebhook',
      rule: 'AU-14',
      name: 'scoped',
      who: 'a scoped key without the scope',
      is: isScoped,
    },
    {
      operation: 'createWebhook',
      rule: 'AU-14',
      name: 'scoped',
      who: 'a scoped key without the scope',
      is: isScoped,
    },
    { operation: 'createEvent', rule: 'AU-15', name: 'expired', who: 'an expired key', is: isExpired },
    { operation: 'deleteWebhook', rule: 'AU-15', name: 'expired', who: 'an expired key', is: isExpired },
  ] as const
).map(({ operation, rule, name, who, is }) => ({
  id: `${name}-key-is-refused-and-obeyed-for-${operation.toLowerCase()}`,
  title: `${who} is refused for ${operation}, which is done all the same`,
  rule,
  mode: 'full' as const,
  break: answerInstead(async (request, send) => {
    if (operationOf(request) !== operation || !is(request)) return undefined
    const refused = await send(request.clone())
    if (refused.ok) return refused
    await send(await withApiKey(request, mockKeys.live))
    return refused
  }),
}))

/** Mutants of keys that have ended, or lack a scope. */
export const brokenPermissions = ofFamily('broken permissions', [...expired, ...doneAllTheSame])

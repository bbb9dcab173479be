import {
  answerInstead,
  apiKeyOf,
  changeResponses,
  changeSuccesses,
  operationOf,
  remembering,
  withApiKey,
  withBody,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { mockKeys } from '../../support/backend'
import { itemsOf, jsonOf, keyOf, lists, mistakeKey, parameterOf, type Test } from '../changes'
import { mutantTable } from '../table'
import { ofFamily } from './trap'
import { operations, type OperationId } from '../../../generated/operations'

const isExpired = (request: Request) => apiKeyOf(request) === mockKeys.expired
/** Whether a request is made with a live key that is neither the full one nor expired. */
const isScoped = (request: Request) =>
  apiKeyOf(request).startsWith('sk_live_') && apiKeyOf(request) !== mockKeys.live && !isExpired(request)

/** An expired key that does one thing still. */
const scoped = Object.values(operations).filter(({ scope }) => scope !== null)
const expired = scoped.map(({ id: operation }): Mutant => ({
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

/** The page after a cursor, which asks for less than the first one does. */
const behindCursor = (key: string, concerns: Test): Breakage =>
  mistakeKey(key, (request) => lists(request) && parameterOf(request, 'cursor') !== null && concerns(request))

const known: readonly string[] = [mockKeys.live, mockKeys.test]
const cursorPages = mutantTable(
  {
    'AU-3': { 'page-after-a-cursor-without-key': behindCursor(mockKeys.live, (one) => apiKeyOf(one) === '') },
    'AU-4': {
      'page-after-a-cursor-with-any-key': behindCursor(
        mockKeys.live,
        (one) => !known.includes(apiKeyOf(one)) && apiKeyOf(one) !== '' && !isScoped(one) && !isExpired(one),
      ),
    },
    'AU-11': { 'page-after-a-cursor-needs-no-scope': behindCursor(mockKeys.live, isScoped) },
    'AU-15': { 'page-after-a-cursor-with-an-expired-key': behindCursor(mockKeys.live, isExpired) },
  },
  { mode: 'full' },
)

/** Scoped keys that are shown the events alone that they made, and those that make keys. */
const narrowAndWide = mutantTable(
  {
    'AU-11': {
      'scoped-keys-see-their-own-events-alone': remembering(() => {
        const own = new Map<unknown, string>()
        return changeResponses(undefined, async (response, request) => {
          if (!isScoped(request) || !response.ok) return response
          const json = await jsonOf(response)
          if (operationOf(request) === 'createEvent') own.set(json.id, apiKeyOf(request))
          if (!lists(request)) return response
          const data = itemsOf(json).filter(({ id }) => own.get(id) === apiKeyOf(request))
          return withBody(response, { data, hasMore: false, nextCursor: null })
        })
      }),
    },
    'PG-8 EV-10': {
      'scoped-keys-see-no-payloads': changeSuccesses('listEvents', (page, { request }) =>
        isScoped(request) ? { ...page, data: itemsOf(page).map((event) => ({ ...event, data: {} })) } : page,
      ),
    },
    'EV-10 PG-8': {
      'scoped-keys-retrieve-no-payloads': changeSuccesses('retrieveEvent', (event, { request }) =>
        isScoped(request) ? { ...event, data: {} } : event,
      ),
    },
    'AU-12 AU-17': {
      'scoped-keys-make-keys': mistakeKey(
        mockKeys.live,
        (request) => isScoped(request) && operationOf(request) === 'createKey',
      ),
    },
    'AU-15': {
      'expired-keys-repeat-idempotency-keys': () => {
        const seen = new Set<string>()
        return {
          fetch: (send) => async (request) => {
            const key = keyOf(request, await request.clone().text())
            if (key === undefined) return send(request)
            if (isExpired(request) && seen.has(key)) return send(await withApiKey(request, mockKeys.live))
            seen.add(key)
            return send(request)
          },
        }
      },
      'expired-keys-make-keys': mistakeKey(
        mockKeys.live,
        (request) => isExpired(request) && operationOf(request) === 'createKey',
      ),
    },
  },
  { mode: 'full' },
)

/** Mutants of keys that have ended, or lack a scope. */
export const brokenPermissions = ofFamily('broken permissions', [
  ...cursorPages,
  ...narrowAndWide,
  ...expired,
  ...obeyed('scoped', 'AU-12', isScoped, 'createEvent'),
  ...obeyed('scoped', 'AU-14', isScoped, 'deleteWebhook', 'createWebhook'),
  ...obeyed('expired', 'AU-15', isExpired, 'createEvent', 'deleteWebhook'),
])

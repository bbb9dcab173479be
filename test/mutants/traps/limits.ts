import {
  apiKeyOf,
  changeResponses,
  errorResponse,
  usesTestKey,
  withStatus,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { creates, lists, withHeader, type Test } from '../changes'
import { ofFamily } from './trap'
import type { Clock } from '@event-delivery/mock'

const concerned: Readonly<Record<string, Test>> = {
  creations: creates,
  lists,
  'live-keys': (request) => !usesTestKey(request),
}

const faults: Readonly<Record<string, (response: Response) => Response>> = {
  'no-retry-after': (response) => withHeader(response, 'retry-after', null),
  'empty-retry-after': (response) => withHeader(response, 'retry-after', ''),
  'retry-after-of-words': (response) => withHeader(response, 'retry-after', 'later'),
  'negative-retry-after': (response) => withHeader(response, 'retry-after', '-1'),
  'negative-fraction-as-retry-after': (response) => withHeader(response, 'retry-after', '-0.25'),
  'retry-after-in-the-past': (response) =>
    withHeader(response, 'retry-after', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  'status-503': (response) => withStatus(response, 503),
}

const onFreePlan = (breakage: Breakage): Breakage => {
  return (clock) => ({ ...breakage(clock), options: { plan: 'free' } })
}

/** Permits so many requests of a key at once, and so many a second after them, whatever the plan says. */
const permits =
  (atOnce: number, perSecond: number): Breakage =>
  (clock = { now: () => Date.now() } as Clock) => {
    const buckets = new Map<string, { left: number; at: number }>()
    return {
      options: { plan: 'none' },
      fetch: (send) => async (request) => {
        const now = clock.now()
        const { left, at } = buckets.get(apiKeyOf(request)) ?? { left: atOnce, at: now }
        const filled = Math.min(atOnce, left + ((now - at) / 1_000) * perSecond)
        buckets.set(apiKeyOf(request), { left: filled < 1 ? filled : filled - 1, at: now })
        if (filled >= 1) return send(request)
        return withHeader(errorResponse(429, 'rate_limited'), 'retry-after', '1')
      },
    }
  }

/** Plans that permit several times their rate. */
export const generousLimits = ofFamily(
  'generous rate limits',
  [6, 8, 12].flatMap((times) =>
    Object.entries({ burst: permits(times * 10, 10), rate: permits(times * 10, times * 10) }).map(
      ([name, breakage]): Mutant => ({
        id: `${name}-of-${times}-times-the-plan`,
        ...{ rule: 'LM-1', plan: 10, mode: 'full', break: breakage },
      }),
    ),
  ),
)

/** Mutants of the free plan whose 429s are wrong for some requests. */
export const brokenLimits = ofFamily(
  'broken rate limits',
  Object.entries(concerned).flatMap(([name, is]) =>
    Object.entries(faults).map(([fault, change]): Mutant => ({
      id: `limit-${fault}-for-${name}`,
      ...{ rule: 'LM-1', besides: ['ER-5'], plan: 10, mode: 'full' },
      break: onFreePlan(
        changeResponses(undefined, (response, request) =>
          response.status === 429 && is(request) ? change(response) : response,
        ),
      ),
    })),
  ),
)

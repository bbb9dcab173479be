import { changeResponses, usesTestKey, withStatus, type Breakage, type Mutant } from '../../support/breakage'
import { creates, lists, withHeader, type Test } from '../changes'
import { ofFamily } from './trap'

const concerned: Readonly<Record<string, Test>> = {
  creations: creates,
  lists,
  'live-keys': (request) => !usesTestKey(request),
}

const faults: Readonly<Record<string, (response: Response) => Response>> = {
  'no-retry-after': (response) => withHeader(response, 'retry-after', null),
  'empty-retry-after': (response) => withHeader(response, 'retry-after', ''),
  'status-503': (response) => withStatus(response, 503),
}

const onFreePlan = (breakage: Breakage): Breakage => {
  return (clock) => ({ ...breakage(clock), options: { plan: 'free' } })
}

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

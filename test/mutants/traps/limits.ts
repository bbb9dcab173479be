import {
  changeResponses,
  operationOf,
  usesTestKey,
  withStatus,
  type Breakage,
  type Mutant,
} from '../../support/breakage'
import { withHeader, type Test } from '../changes'
import { ofFamily } from './trap'

const concerned: readonly { name: string; says: string; is: Test }[] = [
  { name: 'creations', says: 'of a creation', is: (request) => operationOf(request) === 'createEvent' },
  { name: 'lists', says: 'of a list', is: (request) => operationOf(request) === 'listEvents' },
  { name: 'live-keys', says: 'for live keys', is: (request) => !usesTestKey(request) },
]

const faults: readonly { name: string; says: string; change: (response: Response) => Response }[] = [
  {
    name: 'no-retry-after',
    says: 'has no Retry-After',
    change: (response) => withHeader(response, 'retry-after', null),
  },
  {
    name: 'empty-retry-after',
    says: 'has an empty Retry-After',
    change: (response) => withHeader(response, 'retry-after', ''),
  },
  { name: 'status-503', says: 'is a 503', change: (response) => withStatus(response, 503) },
]

const onFreePlan = (breakage: Breakage): Breakage => {
  return (clock) => ({ ...breakage(clock), options: { plan: 'free' } })
}

/** Mutants of the free plan whose 429s are wrong for some requests. */
export const brokenLimits = ofFamily(
  'broken rate limits',
  concerned.flatMap(({ name, says, is }) =>
    faults.map((fault): Mutant => ({
      id: `limit-${fault.name}-for-${name}`,
      title: `the 429 ${says} ${fault.says}`,
      rule: 'LM-1',
      besides: ['ER-5'],
      plan: 10,
      mode: 'full',
      break: onFreePlan(
        changeResponses(undefined, (response, request) =>
          response.status === 429 && is(request) ? fault.change(response) : response,
        ),
      ),
    })),
  ),
)

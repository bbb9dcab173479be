import { changeResponses, type Breakage } from '../../support/breakage'
import { changeStatus, withHeader } from '../changes'
import { mutantTable } from '../table'

/** A backend of a plan that the suite does not expect. */
const onPlan = (plan: 'none' | `enterprise:${number}`): Breakage => {
  return () => ({ options: { plan } })
}

/** A backend of the free plan whose 429s are broken. */
const onFreePlan = (breakage: Breakage): Breakage => {
  return () => ({ ...breakage(), options: { plan: 'free' } })
}

/** Changes the value of Retry-After; `null` removes the header. */
const changeRetryAfter = (value: string | null) =>
  changeResponses(undefined, (response) =>
    response.status === 429 ? withHeader(response, 'retry-after', value) : response,
  )

/** Mutants of rate limits. */
export const rateLimitMutants = mutantTable({
  'LM-1': {
    'limit-without-retry-after': {
      plan: 10,
      break: onFreePlan(changeRetryAfter(null)),
    },
    'no-limit': { plan: 10, break: onPlan('none') },
    'limit-is-503': {
      plan: 10,
      break: onFreePlan(changeStatus(undefined, 429, 403)),
    },
    'retry-after-is-garbage': {
      plan: 10,
      break: onFreePlan(changeRetryAfter('soon')),
    },
  },
  'LM-2': {
    'free-plan-is-too-slow': {
      plan: 10,
      break: onPlan('enterprise:5'),
    },
  },
  'LM-3': {
    'pro-plan-is-too-slow': {
      plan: 100,
      break: onPlan('enterprise:50'),
    },
  },
})

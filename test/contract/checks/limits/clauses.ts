import type { Clause } from '../../engine/check'

/** The clauses on rate limits. */
export const clauses = {
  rate: {
    restsOn: 'Limits, rate of the plan',
    leavesOpen: "The algorithm, the burst and the scope of the limit are the service's choice.",
  },
  limited: {
    restsOn: 'Limits, rule 1; Errors, status codes, 429',
    leavesOpen: "The unit and format of Retry-After and the body of the refusal are the service's choice.",
  },
} as const satisfies Record<string, Clause>

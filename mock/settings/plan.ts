/**
 * A plan of the service. `none` has no rate limit. An enterprise plan states its own rate.
 *
 * @example
 * const backend = createBackend({ plan: 'enterprise:500' })
 */
export type Plan = 'none' | 'free' | 'pro' | `enterprise:${number}`

const rates = { none: Infinity, free: 10, pro: 100 }

/** The permissions of a plan. */
export interface PlanTerms {
  /** Requests per second. `Infinity` where there is no limit. */
  rate: number
  scopedKeys: boolean
}

/**
 * Reads a plan. Throws a `TypeError` that names the valid forms when the text is no plan.
 *
 * @example
 * planTerms('enterprise:500')  // { rate: 500, scopedKeys: true }
 */
export function planTerms(plan: string): PlanTerms {
  if (plan === 'none' || plan === 'free' || plan === 'pro') {
    return { rate: rates[plan], scopedKeys: plan === 'none' }
  }
  const rate = /^enterprise:([1-9]\d{0,8})$/.exec(plan)?.[1]
  if (rate === undefined) {
    throw new TypeError(
      `${JSON.stringify(plan)} is no plan. A plan is none, free, pro or enterprise:N, N being requests per second.`,
    )
  }
  return { rate: Number(rate), scopedKeys: true }
}

import { NotApplicable, Violation } from '../../engine/outcome'
import { errorOf } from '../../probes/expect'
import { readRetryAfter } from '../../wire/retry-after'
import type { Answer } from '../../wire/client'
import type { Check } from '../../engine/check'
import type { Context } from '../../engine/context'

const base = {
  level: 'must',
  mode: 'full',
  needs: ['any-key', 'plan'],
  phase: 'rate-limit',
  timeLimit: 60_000,
} as const

/** The largest plan whose limit is exceeded on purpose, in requests per second. */
const most = 200

/** The sizes of the bursts, in seconds' worth of the plan. */
const bursts = [2, 4, 8] as const

/** Rate limits. They run last: what they cause would disturb every other check. */
export const limitChecks: readonly Check[] = [
  {
    ...base,
    id: 'plan-rate-is-permitted',
    title: 'the rate of the plan is permitted',
    rules: ['LM-2', 'LM-3'],
    requests: (_, { plan = 0 }) => ({ requests: spreadOver(plan), writes: 0 }),
    async run(context) {
      const plan = context.settings.plan as number
      const rule = plan === 10 ? 'LM-2' : plan === 100 ? 'LM-3' : undefined
      if (!rule)
        throw new NotApplicable('The interface states no figure for this plan.', '--plan free or pro')
      await context.wait(2_000)
      // A little under the rate and evenly spread, so that no way of counting can object.
      const interval = 1_000 / (plan * 0.9)
      const answers = await spread(context, spreadOver(plan), interval)
      const limited = answers.find(({ status }) => status === 429)
      if (limited) {
        throw new Violation(rule, `A 429 came below ${plan} requests a second.`, {
          evidence: limited.evidence,
        })
      }
    },
  },
  {
    ...base,
    id: 'over-the-limit-is-429',
    title: 'over the rate limit the answer is 429 with Retry-After',
    rules: ['LM-1'],
    observes: ['retryAfter'],
    requests: (_, { plan = 0 }) => ({ requests: plan > most ? 0 : plan * total(bursts), writes: 0 }),
    async run(context) {
      const plan = context.settings.plan as number
      if (plan > most)
        throw new NotApplicable(`More than ${most} requests a second are not sent from one machine.`)
      const limited = await provoke(context, plan)
      if (!limited) {
        throw new Violation('LM-1', `No 429 came at several times ${plan} requests a second.`, {
          expected: 429,
        })
      }
      assertRetryAfter(context, limited)
      const code = errorOf(limited)?.code
      if (typeof code === 'string' && code !== '') context.observe('errorCodes', { '429': code })
      await context.wait(
        Math.min(readRetryAfter(limited.headers, limited.receivedAt)?.milliseconds ?? 1_000, 10_000),
      )
    },
  },
  {
    ...base,
    id: 'every-429-has-retry-after',
    title: 'each 429 that came by the way has Retry-After',
    rules: ['LM-1'],
    mode: 'read-only',
    needs: [],
    async run(context) {
      const seen = context.rateLimited
      if (seen.length === 0) throw new NotApplicable('No 429 came by the way.', '--mode full --plan')
      for (const answer of seen) assertRetryAfter(context, answer)
    },
  },
]

function total(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** How many requests show whether the rate of a plan is permitted. */
function spreadOver(plan: number): number {
  return Math.min(2 * plan, 150)
}

async function spread(context: Context, count: number, interval: number): Promise<Answer[]> {
  const key = context.anyKey()
  const answers: Promise<Answer>[] = []
  for (let index = 0; index < count; index += 1) {
    const call = { key, query: { limit: 1 }, takes429: true, reserved: true }
    answers.push(context.call('listEvents', call))
    await context.wait(interval)
  }
  return Promise.all(answers)
}

/** Sends bursts, each larger than the one before, until a 429 comes. */
async function provoke(context: Context, plan: number): Promise<Answer | undefined> {
  const key = context.anyKey()
  for (const times of bursts) {
    const call = { key, query: { limit: 1 }, takes429: true, reserved: true }
    const burst = Array.from({ length: plan * times }, () => context.call('listEvents', call))
    const answers = await Promise.all(burst)
    const limited = answers.find(({ status }) => status === 429)
    if (limited) return limited
  }
  return undefined
}

function assertRetryAfter(context: Context, answer: Answer): void {
  const retryAfter = readRetryAfter(answer.headers, answer.receivedAt)
  if (!retryAfter) {
    throw new Violation('LM-1', 'A 429 has no Retry-After that says seconds or a date.', {
      expected: 'whole seconds or an HTTP-date',
      received: answer.headers.get('retry-after') ?? 'none',
      evidence: answer.evidence,
    })
  }
  context.observe('retryAfter', retryAfter.format)
}

import { NotApplicable } from '../../engine/outcome'
import { expectThat } from '../../probes/expect'
import { observeErrorCode } from '../../probes/answers'
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
const largestPlan = 200

/** The sizes of the bursts, in seconds' worth of the plan. */
const bursts = [2, 4, 8] as const
const burstsTogether = bursts.reduce((sum, size) => sum + size, 0)

/** How many requests show whether the rate of a plan is permitted. */
const evenlySpread = (plan: number) => Math.min(2 * plan, 150)

/** Rate limits. They run late: a limit that is spent would disturb every other check. */
export const rateLimitChecks: readonly Check[] = [
  {
    ...base,
    id: 'plan-rate-is-permitted',
    title: 'the rate of the plan is permitted',
    rules: ['LM-2', 'LM-3'],
    requests: (_, { plan = 0 }) => ({ requests: evenlySpread(plan), writes: 0 }),
    async run(context) {
      const plan = context.settings.plan as number
      const rule = plan === 10 ? 'LM-2' : plan === 100 ? 'LM-3' : undefined
      if (!rule) {
        throw new NotApplicable('The interface states no figure for this plan.', '--plan free or pro')
      }
      await context.wait(2_000)
      // Requests a little under the rate and evenly spread exceed no limit, however it is counted.
      const answers: Promise<Answer>[] = []
      for (let index = 0; index < evenlySpread(plan); index += 1) {
        answers.push(list(context))
        await context.wait(1_000 / (plan * 0.9))
      }
      const limited = (await Promise.all(answers)).find(is429)
      expectThat(!limited, rule, `A 429 came below ${plan} requests a second.`, { answer: limited })
    },
  },
  {
    ...base,
    id: 'over-the-limit-is-429',
    title: 'over the rate limit the answer is 429 with Retry-After',
    rules: ['LM-1'],
    observes: ['retryAfter'],
    requests: (_, { plan = 0 }) => ({ requests: plan > largestPlan ? 0 : plan * burstsTogether, writes: 0 }),
    async run(context) {
      const plan = context.settings.plan as number
      if (plan > largestPlan) {
        throw new NotApplicable(`More than ${largestPlan} requests a second are not sent from one machine.`)
      }
      const limited = await provoke(context, plan)
      const message = `No 429 came at several times ${plan} requests a second.`
      expectThat(limited, 'LM-1', message, { expected: 429 })
      const { milliseconds } = expectRetryAfter(context, limited)
      observeErrorCode(context, limited)
      await context.wait(Math.min(milliseconds, 10_000))
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
      const { rateLimited } = context
      if (rateLimited.length === 0) throw new NotApplicable('No 429 came by the way.', '--mode full --plan')
      for (const answer of rateLimited) expectRetryAfter(context, answer)
    },
  },
]

const is429 = ({ status }: Answer) => status === 429

/** Sends a request at once, whatever the run's pace, and takes a 429 for its answer. */
function list(context: Context): Promise<Answer> {
  const key = context.anyKey()
  return context.call('listEvents', { key, query: { limit: 1 }, takes429: true, reserved: true })
}

/** Sends bursts, each larger than the one before, until a 429 comes. */
async function provoke(context: Context, plan: number): Promise<Answer | undefined> {
  for (const size of bursts) {
    const answers = await Promise.all(Array.from({ length: plan * size }, () => list(context)))
    const limited = answers.find(is429)
    if (limited) return limited
  }
  return undefined
}

function expectRetryAfter(context: Context, answer: Answer): { milliseconds: number } {
  const retryAfter = readRetryAfter(answer.headers, answer.receivedAt)
  expectThat(retryAfter, 'LM-1', 'A 429 has no Retry-After that says seconds or a date.', {
    expected: 'whole seconds or an HTTP-date',
    received: answer.headers.get('retry-after') ?? 'none',
    answer,
  })
  const { format } = retryAfter
  if (format === 'seconds' || format === 'http-date') context.observe('retryAfter', format)
  return retryAfter
}

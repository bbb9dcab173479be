import { checksOf } from '../checks-of'
import { clockSkew, expectThat, fail, observeErrorCode } from '../../probes/expect'
import { observeRefusals } from '../../probes/choices/refusal'
import { readRetryAfter } from '../../wire/retry-after'
import type { Dialect } from '../../../../generated/dialect'
import { allEnded } from '../../engine/turns'
import { CouldNotRun, NotApplicable, type Answer, type Check, type Context } from '../../engine/check'

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

/** Seconds' worth of the plan that a service may permit at once, besides what the plan permits meanwhile: its burst is its choice. */
const largestBurst = 5
/** Attempts to send requests evenly spread. */
const mostAttempts = 3

/** How many requests show whether the rate of a plan is permitted. */
const evenlySpread = (plan: number) => Math.min(2 * plan, 150)

/** The requests with which the limit is exceeded, one kind after the other. */
const exceeding: readonly (Pick<Check, 'id' | 'title' | 'needs' | 'observes'> & {
  send: (context: Context) => Promise<Answer>
  isWrite: boolean
})[] = [
  {
    id: 'over-the-limit-is-429',
    title: 'over the rate limit the answer is 429 with Retry-After',
    needs: base.needs,
    observes: ['retryAfter', 'errorCodes.429', 'errors.rateLimited'],
    send: list,
    isWrite: false,
  },
  {
    id: 'over-the-limit-a-creation-is-429',
    title: 'over the rate limit the creation of an event is answered by 429 with Retry-After',
    needs: ['event-key', 'plan'],
    send: create,
    isWrite: true,
  },
]

/** Rate limits. They run late: a limit that is spent would disturb every other check. */
export const rateLimitChecks = checksOf(base, [
  {
    id: 'plan-rate-is-permitted',
    title: 'the rate of the plan is permitted',
    rules: ['LM-2', 'LM-3'],
    requests: (_, { plan = 0 }) => ({ requests: evenlySpread(plan), writes: 0 }),
    async run(context) {
      const plan = context.settings.plan as number
      const rule = plan === 10 ? 'LM-2' : plan === 100 ? 'LM-3' : undefined
      if (!rule)
        throw new NotApplicable('The interface states no figure for this plan.', '--plan free or pro')
      for (let attempt = 1; ; attempt += 1) {
        await context.wait(2_000)
        // Requests a little under the rate and evenly spread exceed no limit, however it is counted.
        const sending: Promise<Answer>[] = []
        for (let index = 0; index < evenlySpread(plan); index += 1) {
          sending.push(list(context))
          await context.wait(1_000 / (plan * 0.9))
        }
        const answers = await allEnded(sending)
        const limited = answers.find(is429)
        if (!limited) return
        // A machine that is busy sends late, and then too many at once: that is no fault of the service.
        const message = `A 429 came below ${plan} requests a second.`
        expectThat(mostWithinASecond(answers) > plan, rule, message, { answer: limited })
        if (attempt === mostAttempts)
          throw new CouldNotRun(
            'This machine sent its requests too unevenly to tell which rate is permitted.',
          )
      }
    },
  },
  ...exceeding.map(({ send, isWrite, ...own }): Check => ({
    ...base,
    ...own,
    rules: ['LM-1'],
    requests: (_, { plan = 0 }) => {
      const requests = plan > largestPlan ? 0 : plan * burstsTogether
      return { requests, writes: isWrite ? requests : 0 }
    },
    async run(context) {
      const milliseconds = expectRetryAfter(context, await provoke(context, send))
      await context.wait(Math.min(milliseconds, 10_000))
    },
  })),
  {
    id: 'every-429-has-retry-after',
    quick: true,
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
])

const knownFormats: readonly NonNullable<Dialect['retryAfter']>[] = [
  'seconds',
  'http-date',
  'fractional-seconds',
]

const is429 = ({ status }: Answer) => status === 429

/** Sends a request at once, whatever the run's pace, and takes a 429 for its answer. */
function list(context: Context): Promise<Answer> {
  const key = context.anyKey()
  return context.call('listEvents', { key, query: { limit: 1 }, takes429: true, reserved: true })
}

/** Sends a creation that is refused, so that it creates nothing, in the same way. */
function create(context: Context): Promise<Answer> {
  const body = { data: { run: context.prefix } }
  return context.call('createEvent', { key: context.eventKey(), body, takes429: true, reserved: true })
}

/** Sends bursts, each larger than the one before, until a 429 comes; fails where none does. */
async function provoke(context: Context, send: (context: Context) => Promise<Answer>): Promise<Answer> {
  const plan = context.settings.plan as number
  if (plan > largestPlan)
    throw new NotApplicable(`More than ${largestPlan} requests a second are not sent from one machine.`)
  const answers: Answer[] = []
  for (const size of bursts) {
    answers.push(...(await allEnded(Array.from({ length: plan * size }, () => send(context)))))
    expectBound(answers, plan)
    const limited = answers.find(is429)
    if (limited) return limited
  }
  const message = `No 429 came at several times ${plan} requests a second.`
  return fail('LM-1', message, { expected: 429 })
}

/** Fails where more requests passed than a plan permits, by the time between the first that was sent and the last that was answered. */
function expectBound(answers: readonly Answer[], plan: number): void {
  const passed = answers.filter((answer) => !is429(answer))
  const [first] = passed
  const seconds = first ? (Math.max(...passed.map(({ receivedAt }) => receivedAt)) - first.sentAt) / 1_000 : 0
  const most = plan * (largestBurst + seconds)
  const message = `${passed.length} requests passed within ${seconds.toFixed(1)} s.`
  const expected = `at most ${plan} a second, and ${largestBurst} times as many at once`
  const details = { expected, received: passed.length, answer: passed.at(-1) }
  expectThat(passed.length <= most, 'LM-1', message, details)
}

/** The most requests that were sent within one second. */
function mostWithinASecond(answers: readonly Answer[]): number {
  const times = answers.map(({ sentAt }) => sentAt)
  return Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + 999).length))
}

/**
 * Fails where a 429 has no `Retry-After`, or one that names no time. Its unit and its format are open. Resolves to the
 * milliseconds to wait.
 */
function expectRetryAfter(context: Context, answer: Answer): number {
  const value = answer.headers.get('retry-after') ?? ''
  const written = Date.parse(answer.headers.get('date') ?? '') || answer.receivedAt
  const isPast = /^[A-Z]/.test(value) && Date.parse(value) < written - clockSkew
  const isToCome = /^[^-]*\d/.test(value) && !isPast
  const expected = 'a time, such as whole seconds or an HTTP-date'
  const details = { expected, received: value === '' ? 'none' : value, answer }
  expectThat(isToCome, 'LM-1', 'A 429 has no Retry-After that names a time to come.', details)
  observeErrorCode(context, answer)
  observeRefusals(context, [{ situation: 'rateLimited', answer }])
  const read = readRetryAfter(answer.headers, answer.receivedAt)
  const format = knownFormats.find((known) => known === read?.format)
  if (format) context.observe('retryAfter', format)
  return read?.milliseconds ?? 1_000
}

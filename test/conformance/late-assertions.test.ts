import { afterEach, expect, test, vi } from 'vitest'
import { CouldNotRun, NotApplicable, runChecks, Violation, type Check } from '@event-delivery/conformance'
import { awaitArrival, awaitDelivery, noteLatency } from '../contract/probes/arrivals'
import type { Created } from '../contract/probes/events'
import type { Registered } from '../contract/probes/webhooks'
import { createTarget, elsewhere } from '../support/backend'
import { madeUp, outcomes } from '../support/judged'

afterEach(() => void vi.useRealTimers())

const check = (id: string, run: Check['run'], more: Partial<Check> = {}) => madeUp(run, { id, ...more })

test('a late assertion is made after all checks, once its time has passed, and with requests of its own', async () => {
  const target = createTarget()
  const order: string[] = []
  const began = target.now()
  const report = await runChecks(target, [
    check('first', async (context) => {
      order.push('first')
      context.later(async () => {
        order.push(`late, ${target.now() - began} ms later`)
        await context.call('listEvents', { key: context.anyKey() })
      })
    }),
    check('second', async () => void order.push('second')),
  ])
  expect(order).toEqual(['first', 'second', 'late, 2000 ms later'])
  expect(report.checks.map(({ status }) => status)).toEqual(['passed', 'passed'])
})

test('the result of a check is the worse one of its parts, and is told again where it changed', async () => {
  const told: string[] = []
  const late = (before: () => void, after: () => void, more?: Partial<Check>) =>
    check(
      'late',
      async (context) => {
        context.later(async () => after())
        before()
      },
      more,
    )
  const nothing = () => undefined
  const breaks = (message: string) => () => {
    throw new Violation('PG-1', message)
  }
  const cannot = () => {
    throw new CouldNotRun('Nothing came.', '--delivery-timeout 30')
  }
  const report = await runChecks(
    createTarget(),
    [
      late(nothing, nothing),
      late(nothing, breaks('late')),
      late(breaks('early'), breaks('late')),
      late(cannot, nothing),
      late(nothing, cannot),
    ],
    { onResult: ({ status, message }) => void told.push(`${status} ${message}`) },
  )
  const ends = ['passed ', 'failed PG-1: late', 'failed PG-1: early', 'could-not-run Nothing came.']
  expect(report.checks.map(({ status, message }) => `${status} ${message}`)).toEqual([
    ...ends,
    'could-not-run Nothing came.',
  ])
  expect(told).toEqual([
    'passed ',
    'passed ',
    'failed PG-1: early',
    'could-not-run Nothing came.',
    'passed ',
    'failed PG-1: late',
    'could-not-run Nothing came.',
  ])
})

test('late assertions are made before the clock is moved by a day and the rate limit is spent', async () => {
  const order: string[] = []
  await runChecks(createTarget(), [
    check('main', async (context) => context.later(async () => void order.push('assertion'))),
    check('late', async () => void order.push('late check'), { phase: 'late' }),
    check('later', async (context) => context.later(async () => void order.push('second assertion')), {
      phase: 'payload-size',
    }),
  ])
  expect(order).toEqual(['assertion', 'late check', 'second assertion'])
})

test('an assertion that leaves another one for later has it made, also at the very end', async () => {
  const order: string[] = []
  const leaves = check('leaves', async (context) => {
    context.later(async () => {
      context.later(async () => {
        order.push('second')
        throw new Violation('PG-1', 'It never came.')
      })
      order.push('first')
      throw new NotApplicable('It has not come yet.')
    })
  })
  const fails = check('fails', async (context) => {
    context.later(async () => void order.push('needless'))
    throw new Violation('PG-1', 'It is broken.')
  })
  expect(outcomes(await runChecks(createTarget(), [leaves, fails]))).toEqual([
    ['failed', ['PG-1']],
    ['failed', ['PG-1']],
  ])
  expect(order).toEqual(['first', 'second'])
})

test('a broken must fails whatever check comes upon it, unless the check says that it is not sure', async () => {
  const breaks = (level: Check['level'], onlyWarns: boolean) =>
    check(
      `${level} ${onlyWarns}`,
      async () => {
        throw new Violation('PG-1', 'It is no envelope.', { onlyWarns })
      },
      { level },
    )
  const report = await runChecks(createTarget(), [
    breaks('must', false),
    breaks('should', false),
    breaks('observe', false),
    breaks('must', true),
    breaks('should', true),
  ])
  expect(report.checks.map(({ status }) => status)).toEqual([
    'failed',
    'failed',
    'failed',
    'warned',
    'warned',
  ])
})

/** The waits for deliveries of a check on a service elsewhere. Events that are `arriving` come 20 s after the one before. */
async function waitsOf(run: Check['run'], ...arriving: readonly string[]): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['Date'] })
  const target = elsewhere()
  const { inbox } = target.receiver
  const waits: number[] = []
  const awaits = check(
    'awaits',
    async (context) => {
      inbox.waitFor = async (hasCome, longest) => {
        if (hasCome()) return true
        waits.push(longest)
        const id = arriving[waits.length - 1]
        vi.setSystemTime(Date.now() + (id ? 20_000 : longest))
        const body = new TextEncoder().encode(`{"id":"${id}","run":"${context.prefix}."}`)
        const path = `/${context.prefix}/1`
        if (id) await inbox.take({ method: 'POST', path, headers: new Headers(), body })
        return hasCome()
      }
      await run(context)
    },
    { mode: 'full' },
  )
  const report = await runChecks(target, [awaits], { mode: 'full', deliveryTimeout: 30_000 })
  expect(report.checks.map(({ message }) => message)).toEqual([''])
  return waits
}

type Context = Parameters<Check['run']>[0]

/** Awaits the deliveries of three events that were created at one moment. */
async function awaitThree(context: Context): Promise<void> {
  const webhook = { input: { events: ['a'] }, address: `/${context.prefix}/1` } as unknown as Registered
  const answer = { receivedAt: Date.now() } as Created['answer']
  for (let one = 1; one <= 3; one += 1) {
    const event = { id: `evt_${one}` } as Created['event']
    await awaitDelivery(context, webhook, { event, answer, input: { type: 'a', data: {} } })
  }
}

async function awaitInVain(context: Context, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1) await awaitArrival(context, () => false)
}

test('a delivery is awaited as long as it may take, and the next one no longer that long where none came', async () => {
  expect(await waitsOf((context) => awaitInVain(context, 3))).toEqual([30_000, 2_000, 2_000])
})

test('where events that were created together are lost, they are awaited together', async () => {
  expect(await waitsOf(awaitThree)).toEqual([30_000, 0, 0])
})

test('deliveries that are made one by one are each awaited from the one before', async () => {
  expect(await waitsOf(awaitThree, 'evt_1', 'evt_2', 'evt_3')).toEqual([30_000, 30_000, 30_000])
})

test('the more is lost, the less one long delivery counts, and a service of slow ones is given its time', async () => {
  const wait = (...latencies: number[]) =>
    waitsOf(async (context) => {
      for (const latency of latencies) noteLatency(context, latency)
      await awaitInVain(context, 41)
    })
  const withRetry = await wait(40, 40, 40, 8_000)
  expect([withRetry[1], withRetry[8], withRetry[40]]).toEqual([30_000, 10_000, 2_000])
  expect((await wait(2_000, 2_000, 2_000)).at(-1)).toBe(6_000)
})

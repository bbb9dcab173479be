import { expect, test } from 'vitest'
import { CouldNotRun, runChecks, Violation, type Check } from '@event-delivery/conformance'
import { awaitArrival } from '../contract/probes/arrivals'
import { createTarget } from '../support/backend'
import { madeUp } from '../support/judged'

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

test('a delivery is awaited as long as it may take, and the next one no longer that long where none came', async () => {
  const { idle: _, ...target } = createTarget()
  const waits: number[] = []
  target.receiver.inbox.waitFor = async (_hasCome, longest) => {
    waits.push(longest)
    return false
  }
  const awaited = async (context: Parameters<Check['run']>[0]) => {
    for (let time = 1; time <= 3; time++) await awaitArrival(context, () => false)
  }
  await runChecks(target, [check('awaits', awaited, { mode: 'full' })], {
    mode: 'full',
    deliveryTimeout: 30_000,
  })
  expect(waits).toEqual([30_000, 2_000, 2_000])
})

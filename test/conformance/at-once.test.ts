import { afterEach, expect, test, vi } from 'vitest'
import {
  createInProcessReceiver,
  runChecks,
  Violation,
  type Check,
  type CheckResult,
  type RunOptions,
  type Target,
} from '@event-delivery/conformance'
import { Turns } from '../contract/engine/turns'
import { whenQuiet } from '../contract/probes/arrivals'
import { createTarget, elsewhere } from '../support/backend'
import { madeUp } from '../support/judged'

afterEach(() => void vi.useRealTimers())

/** Checks that each take some turns of the event loop, and the most of them that were made at once. */
function watched(count: number, more: Partial<Check> = {}) {
  const seen = { now: 0, most: 0 }
  const made = Array.from({ length: count }, (_, index) =>
    madeUp(
      async () => {
        seen.now += 1
        seen.most = Math.max(seen.most, seen.now)
        // The first ones take longest, so that they end last.
        for (let turn = count; turn > index; turn -= 1) await new Promise(setImmediate)
        seen.now -= 1
      },
      { id: `check-${index}`, rules: ['EV-3'], ...more },
    ),
  )
  return { seen, made }
}

test.each<[string, number, Target, RunOptions, Partial<Check>]>([
  ['six at once', 6, elsewhere(), {}, {}],
  ['as many at once as are asked for', 2, elsewhere(), { concurrency: 2 }, {}],
  ['one by one where they move a clock', 1, createTarget(), {}, {}],
  ['one by one after the main phase', 1, elsewhere(), {}, { phase: 'late' }],
])('checks are made %s, and reported in their order', async (_, most, target, options, more) => {
  const { seen, made } = watched(9, more)
  const report = await runChecks(target, made, options)
  expect(seen.most).toBe(most)
  expect(report.checks.map(({ id }) => id)).toEqual(made.map(({ id }) => id))
})

test('no other check is made while one judges what any other may change, and checks of lists keep among themselves', async () => {
  const running = new Set<string>()
  const together: [string, string][] = []
  const check = (id: string, beside?: Check['beside']) =>
    madeUp(
      async () => {
        for (const other of running) together.push([other, id])
        running.add(id)
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
        running.delete(id)
      },
      { id, beside },
    )
  const all = [check('write'), check('page', 'lists'), check('cursor', 'alone'), check('walk', 'lists')]
  await runChecks(elsewhere(), [...all, check('choice', 'choices'), check('deliver', 'deliveries')])
  expect(together).toEqual([
    ['write', 'deliver'],
    ['page', 'walk'],
  ])
})

test('of checks that are made at once those that send most requests begin first, and one that waits for a moment before all', async () => {
  const begun: string[] = []
  const check = (id: string, more?: Partial<Check>) =>
    madeUp(async () => void begun.push(id), { id, ...more })
  const all = [check('unknown'), check('idempotency-replay'), check('idempotency-after-many-others')]
  const report = await runChecks(elsewhere(), [...all, check('lasting', { lasts: 5_000 })])
  expect(begun).toEqual(['lasting', 'idempotency-after-many-others', 'idempotency-replay', 'unknown'])
  expect(report.checks.map(({ id }) => id).slice(0, 3)).toEqual(all.map(({ id }) => id))
})

test('a check sends several requests at once beside others, and one by one where it is made alone', async () => {
  const most: number[] = []
  const make = (id: string) =>
    madeUp(
      async (context) => {
        await new Promise(setImmediate)
        let [now, seen] = [0, 0]
        await context.each([1, 2, 3, 4], async () => {
          seen = Math.max(seen, (now += 1))
          await new Promise(setImmediate)
          now -= 1
        })
        most.push(seen)
        throw new Violation('EV-3', 'broken')
      },
      { id, rules: ['EV-3'] },
    )
  await runChecks(elsewhere(), [make('a'), make('b')])
  await runChecks(elsewhere(), [make('c'), make('d')], { concurrency: 1 })
  await runChecks(createTarget(), [make('e'), make('f')])
  expect(most).toEqual([4, 4, 1, 1, 1, 1, 1, 1])
})

test('a check that blames the service while others are made is made again alone, and only that counts', async () => {
  let running = 0
  const told: string[] = []
  const make = (id: string, breaksAlways: boolean) =>
    madeUp(
      async () => {
        running += 1
        await new Promise(setImmediate)
        const isDisturbed = running > 1
        running -= 1
        if (isDisturbed || breaksAlways) throw new Violation('EV-3', 'broken')
      },
      { id, rules: ['EV-3'] },
    )
  const onResult = ({ id, status }: CheckResult) => told.push(`${id} ${status}`)
  const report = await runChecks(elsewhere(), [make('a', false), make('b', false), make('c', true)], {
    onResult,
  })
  expect(report.checks.map(({ status }) => status)).toEqual(['passed', 'passed', 'failed'])
  expect(told.sort()).toEqual(['a passed', 'b passed', 'c failed'])
})

test('what a probe could not find out beside other checks is looked for again', async () => {
  let probes = 0
  const asks = (id: string) =>
    madeUp(
      async (context) => {
        await context.once('probe', async () => {
          probes += 1
          await new Promise(setImmediate)
          if (probes === 1) throw new Violation('EV-3', 'disturbed')
        })
      },
      { id, rules: ['EV-3'] },
    )
  const report = await runChecks(elsewhere(), [asks('a'), asks('b')])
  expect(probes).toBe(2)
  expect(report.verdict).toBe('conformant')
})

test('one that only waits gives its turn to another, and goes on when it has one again', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  let arrive = () => undefined as void
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  const waits = async () => {
    order.push('waits')
    await turns.waitFor(arrival)
    order.push('goes on')
  }
  const acts = async () => {
    order.push('acts')
    arrive()
    await new Promise(setImmediate)
    order.push('has acted')
  }
  await turns.each([waits, acts], (task) => task())
  expect(order).toEqual(['waits', 'acts', 'has acted', 'goes on'])
})

test('one that has waited goes on before others begin, and what has come already is no wait', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  let arrive = () => undefined as void
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  await turns.each(['first', 'second', 'third'], async (name) => {
    order.push(name)
    await turns.waitFor(Promise.resolve())
    order.push(`${name} goes on`)
    if (name === 'first') await turns.waitFor(arrival)
    else if (name === 'second') arrive()
    await new Promise(setImmediate)
    order.push(`${name} ends`)
  })
  const each = (name: string) => [name, `${name} goes on`]
  expect(order).toEqual([
    ...each('first'),
    ...each('second'),
    'second ends',
    'first ends',
    ...each('third'),
    'third ends',
  ])
})

test('of several acts none goes on after the whole has failed, and none is begun', async () => {
  const ended: string[] = []
  const act = async (name: string) => {
    await new Promise(setImmediate)
    if (name === 'fails') throw new Error('broken')
    await new Promise(setImmediate)
    ended.push(name)
  }
  await expect(new Turns(2).each(['goes on', 'fails', 'never begins'], act)).rejects.toThrow('broken')
  expect(ended).toEqual(['goes on'])
})

test('absences are believed once, at the end, for all checks together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const order: string[] = []
  const check = (id: string) =>
    madeUp(
      async (context) => {
        await whenQuiet(context, () => void order.push(`${id} is quiet`))
        order.push(`${id} ends`)
      },
      { id, rules: ['DL-1'] },
    )
  const receiver = createInProcessReceiver()
  const ended = runChecks({ ...elsewhere(), receiver }, [check('a'), check('b'), check('c')])
  await vi.advanceTimersByTimeAsync(900)
  await ended
  expect(order).toEqual(['a ends', 'b ends', 'c ends', 'a is quiet', 'b is quiet', 'c is quiet'])
})

test('a run tells once, before its first check, how fast the deployment answers', async () => {
  const told: unknown[] = []
  const check = madeUp(async () => void told.push('check'))
  const onReached = ({ latency }: { latency: number }) => told.push(latency > 0 && latency < 60_000)
  await runChecks(elsewhere(), [check, { ...check, id: 'other' }], { onReached })
  expect(told).toEqual([true, 'check', 'check'])
})

test('an onReached that throws keeps the checks from being made, and the report says why', async () => {
  const onReached = () => {
    throw new Error('No room is left.')
  }
  const report = await runChecks(elsewhere(), [madeUp(async () => {})], { onReached })
  expect(report).toMatchObject({ verdict: 'error', error: 'No room is left.' })
})

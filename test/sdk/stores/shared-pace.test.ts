import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostInASecond } from '../pace-service'
import { makePaces } from './paced'

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

test('processes that want more than the rate get it all, and no second sees more', async () => {
  const { passes, pass } = makePaces(4, { perSecond: 50, travel: () => 2 })
  await Promise.all(times(1000, (index) => pass(index % 4)))
  expect(mostInASecond(passes)).toBeLessThanOrEqual(50)
  expect((passes.at(-1)! - passes[0]!) / 1000).toBeLessThan(1000 / (50 * 0.9))
})

test('no second sees more than the rate, however late answers and timers come', async () => {
  const upTo = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 20 })
  const trial = fc.record({
    processes: fc.integer({ min: 1, max: 5 }),
    perSecond: fc.integer({ min: 1, max: 200 }),
    travels: upTo(15),
    lates: upTo(25),
    calls: fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.nat()), { minLength: 1, maxLength: 150 }),
  })
  await fc.assert(
    fc.asyncProperty(trial, async ({ processes, perSecond, travels, lates, calls }) => {
      let [asked, set] = [0, 0]
      const travel = () => travels[asked++ % travels.length]!
      const lateness = () => lates[set++ % lates.length]!
      const { passes, pass, sleep } = makePaces(processes, { perSecond, travel, lateness })
      await Promise.all(calls.map(async ([at, index]) => (await sleep(at), pass(index % processes))))
      expect(passes).toHaveLength(calls.length)
      expect(mostInASecond(passes)).toBeLessThanOrEqual(perSecond)
    }),
    { numRuns: 60 },
  )
})

test('a question to the database serves several attempts', async () => {
  const { database, pass } = makePaces(1, { perSecond: 100 })
  await Promise.all(times(1000, () => pass(0)))
  // Blocks of a tenth of a second.
  expect(database.asked.takes).toBeLessThan(150)
})

test('an attempt that comes alone waits for its question to the database, and for nothing else', async () => {
  const { clock, pass, sleep } = makePaces(2, { perSecond: 10, travel: () => 3 })
  for (const index of [0, 1]) {
    await sleep(5000)
    const began = clock.monotonic()
    await pass(index)
    expect(clock.monotonic() - began).toBeLessThan(10)
  }
})

test('the refusal of one process pauses all of them, and slows all of them down', async () => {
  const { clock, passes, passedBy, paces, pass, sleep } = makePaces(3, { perSecond: 100 })
  const calls = times(3000, (index) => pass(index % 3).catch(() => {}))
  await sleep(3000)
  const refusedAt = clock.monotonic()
  paces[0]!.refuse(await calls[0]!.then((passed) => passed!), 2000)
  await sleep(8000)
  const since = (from: number, to: number) =>
    passes.filter((at) => at >= refusedAt + from && at < refusedAt + to).length
  const ownAfter = passes.find((at, index) => at > refusedAt && passedBy[index] === 0)!
  expect(ownAfter - refusedAt).toBeGreaterThanOrEqual(2000)
  // The slots that the others held at that moment are used up.
  expect(since(0, 250)).toBeLessThan(25)
  expect(since(250, 2000)).toBe(0)
  expect(since(2000, 4000)).toBeGreaterThan(100)
  expect(since(2000, 4000)).toBeLessThan(170)
  await Promise.all(calls)
})

test('refusals of attempts that passed before the rate was lowered lower it no further', async () => {
  const { passes, paces, pass, sleep, clock } = makePaces(2, { perSecond: 100 })
  const early = await Promise.all(times(20, (index) => pass(index % 2)))
  early.forEach((passed, index) => paces[index % 2]!.refuse(passed, 100))
  await sleep(500)
  const began = clock.monotonic()
  await Promise.all(times(200, (index) => pass(index % 2)))
  expect(200 / ((clock.monotonic() - began) / 1000)).toBeGreaterThan(60)
  expect(passes.length).toBe(220)
})

test('retries pass before the calls that wait for their first attempt', async () => {
  const { pass } = makePaces(1, { perSecond: 10 })
  const order: string[] = []
  const enter = async (name: string, isRetry: boolean) => (await pass(0, isRetry), order.push(name))
  await Promise.all([
    ...times(5, (index) => enter(`first ${index}`, false)),
    ...times(3, (index) => enter(`retry ${index}`, true)),
  ])
  expect(order.slice(0, 3)).toEqual(['retry 0', 'retry 1', 'retry 2'])
})

test('a signal ends the wait of its attempt alone, and leaves no timer behind', async () => {
  const { clock, pass, passes } = makePaces(1, { perSecond: 5 })
  const controller = new AbortController()
  const aborted = times(10, () => pass(0, false, controller.signal).catch((error: Error) => error.name))
  const others = times(3, () => pass(0))
  controller.abort()
  expect(new Set(await Promise.all(aborted))).toEqual(new Set(['AbortError']))
  await Promise.all(others)
  expect(passes).toHaveLength(3)
  expect(clock.pending).toBe(0)
})

test('a wait that was given up leaves no timer behind', async () => {
  const { clock, pass, sleep } = makePaces(1, { perSecond: 0.01 })
  await pass(0)
  const controller = new AbortController()
  const aborted = pass(0, false, controller.signal).catch((error: Error) => error.name)
  await sleep(100)
  controller.abort()
  expect(await aborted).toBe('AbortError')
  expect(clock.pending).toBe(0)
})

test('a process that stands still now and then does not catch up with the slots that it missed', async () => {
  const late = [0, 0, 400, 0, 0, 0, 25, 300]
  let set = 0
  const lateness = (process: number) => (process ? 0 : late[set++ % late.length]!)
  const { passes, pass } = makePaces(3, { perSecond: 50, lateness })
  await Promise.all(times(600, (index) => pass(index % 3)))
  expect(mostInASecond(passes)).toBeLessThanOrEqual(50)
})

test('a process whose timers are always late gets through beside one that is busy', async () => {
  const { passedBy, pass } = makePaces(2, { perSecond: 10, lateness: (process) => (process ? 250 : 0) })
  await Promise.all(times(410, (index) => pass(index < 10 ? 1 : 0)))
  expect(passedBy.lastIndexOf(1)).toBeLessThan(300)
})

test('the clock of the server may be another one, and may be set', async () => {
  const { database, passes, pass, sleep } = makePaces(2, { perSecond: 50 })
  for (const ahead of [-5e8, 3_600_000, 0]) {
    database.setAhead(ahead)
    const from = passes.length
    await Promise.all(times(100, (index) => pass(index % 2)))
    expect(mostInASecond(passes.slice(from))).toBeLessThanOrEqual(50)
    await sleep(1000)
  }
})

const warnings = (logged: readonly string[]) => logged.filter((line) => line.startsWith('warn'))

const send = (pass: (index: number) => Promise<unknown>, processes: number, count: number) =>
  Promise.all(times(count, (index) => pass(index % processes)))

test.each(['down', 'hung'] as const)(
  'while the database is %s, each process keeps its share of the rate, and says so once',
  async (state) => {
    const { database, logged, pass, passes, sleep } = makePaces(4, { perSecond: 40 })
    for (let round = 0; round < 4; round++) {
      await send(pass, 4, 8)
      await sleep(2500)
    }
    database.state = state
    const from = passes.length
    await send(pass, 4, 400)
    const during = passes.slice(from)
    expect(mostInASecond(during)).toBeLessThanOrEqual(44)
    expect((during.at(-1)! - during[0]!) / 1000).toBeLessThan(400 / 30)
    expect(warnings(logged)).toHaveLength(4)
    expect(logged[0]).toContain('cannot be asked')
  },
)

test('a database that is there again is used again, and the log is told', async () => {
  const { database, logged, pass, passes } = makePaces(2, { perSecond: 40 })
  database.state = 'down'
  await send(pass, 2, 50)
  database.state = 'up'
  await send(pass, 2, 200)
  expect(logged.filter((line) => line.startsWith('info'))).toHaveLength(2)
  const { takes } = database.asked
  const from = passes.length
  await send(pass, 2, 200)
  expect(database.asked.takes).toBeGreaterThan(takes + 20)
  expect(mostInASecond(passes.slice(from))).toBeLessThanOrEqual(40)
})

test('a lost database is asked once a second and process, and not again while it does not answer', async () => {
  const down = makePaces(1, { perSecond: 50 })
  down.database.state = 'down'
  await send(down.pass, 1, 500)
  const { takes, beats } = down.database.asked
  expect(takes + beats).toBeLessThan(15)

  const hung = makePaces(1, { perSecond: 50 })
  hung.database.state = 'hung'
  await send(hung.pass, 1, 500)
  expect(hung.database.asked.takes + hung.database.asked.beats).toBeLessThan(5)
})

test('a process that never reached the database keeps the part that it was told', async () => {
  const { database, pass, passes } = makePaces(1, { perSecond: 40, processes: 4 })
  database.state = 'down'
  await send(pass, 1, 60)
  expect(mostInASecond(passes)).toBeLessThanOrEqual(10)
})

test('a refusal slows down a process that is by itself', async () => {
  const { clock, database, paces, pass, passes, sleep } = makePaces(1, { perSecond: 50 })
  database.state = 'down'
  const calls = Array.from({ length: 300 }, () => pass(0))
  await sleep(1000)
  const refusedAt = clock.monotonic()
  paces[0]!.refuse(await calls[0]!, 3000)
  await Promise.all(calls)
  const after = passes.filter((at) => at > refusedAt)
  expect(after[0]! - refusedAt).toBeGreaterThanOrEqual(3000)
  expect(mostInASecond(after.slice(0, 60))).toBeLessThan(40)
})

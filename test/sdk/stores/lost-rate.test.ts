import { expect, test } from 'vitest'
import { makePaces, mostInASecond } from './paced'

const warnings = (logged: readonly string[]) => logged.filter((line) => line.startsWith('warn'))
const send = (pass: (index: number) => Promise<unknown>, processes: number, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => pass(index % processes)))

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

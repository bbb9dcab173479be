import { afterAll, expect, onTestFinished, test } from 'vitest'
import { execute, makeDatabase } from '../../support/postgres'
import { openStore } from '../../support/postgres-store'
import { bundleWriter, startWriter, type Writer, type WriterAnswer } from '../../support/store-writers'
import { storeStart } from '../../support/stored'

const day = 86_400_000
const url = await makeDatabase(afterAll)
const program = await bundleWriter(afterAll)

async function startWriters(schema: string, count: number): Promise<Writer[]> {
  const writers = await Promise.all(Array.from({ length: count }, () => startWriter(program, url, schema)))
  for (const writer of writers) onTestFinished(() => writer.end())
  return writers
}

const countEvents = async (schema: string) =>
  Number((await execute<{ count: string }>(url, `select count(*) from ${schema}.event`))[0]?.count)

/** Checks that all creations of one key came to one event, made by exactly one of them. */
function expectOneEach(
  keys: readonly string[],
  answers: readonly (readonly WriterAnswer[])[],
  order: (at: number) => readonly string[],
) {
  const ofKey = new Map<string, WriterAnswer[]>(keys.map((key) => [key, []]))
  answers.forEach((all, at) =>
    all.forEach((answer, index) => ofKey.get(order(at)[index] ?? '')?.push(answer)),
  )
  for (const same of ofKey.values()) {
    expect(same.filter(({ failed }) => failed !== undefined)).toEqual([])
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    expect(same.filter(({ replayed }) => replayed === false)).toHaveLength(1)
  }
}

test('a hundred keys that arrive 20 times at once over four processes make a hundred events, and again a day later', async () => {
  const writers = await startWriters('races', 4)
  const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`)
  // Half of the processes meet the keys in the other order, and would wait for each other crosswise.
  const crosswise = [keys, [...keys].reverse()].map((order) => Array.from({ length: 5 }, () => order).flat())
  const order = (at: number) => crosswise[at % 2] ?? []
  const race = (now: number) => Promise.all(writers.map((writer, at) => writer.create(order(at), now)))

  expectOneEach(keys, await race(storeStart), order)
  expect(await countEvents('races')).toBe(100)

  let now = storeStart
  const sweeper = await openStore({ url, schema: 'races' }, () => now)
  now += day
  let racing = true
  const sweeping = (async () => {
    while (racing) await sweeper.sweep()
  })()
  expectOneEach(keys, await race(now), order)
  racing = false
  await sweeping
  expect(await countEvents('races')).toBe(200)
})

test('25 killed processes leave no key without its event, and none with two', async () => {
  const known = new Map<string, string>()
  for (let kill = 0; kill < 25; kill++) {
    const keys = Array.from({ length: 8 }, (_, index) => `key-${kill}-${index}`)
    const doomed = await startWriter(program, url, 'kills')
    // Asked several times, so that the kill meets the statements at any place.
    const answers = Array.from({ length: 4 }, () => doomed.create(keys, storeStart))
    void Promise.allSettled(answers)
    if (kill % 2) await new Promise((resolve) => setTimeout(resolve, Math.random() * 10))
    doomed.kill()
    const given = await Promise.allSettled(answers)
    for (const one of given) {
      if (one.status === 'fulfilled')
        one.value.forEach(({ id = '' }, index) => known.set(keys[index] ?? '', id))
    }
    for (const key of keys) if (!known.has(key)) known.set(key, '')
  }
  const [writer] = await startWriters('kills', 1)
  const keys = [...known.keys()]
  const answers = (await writer?.create(keys, storeStart)) ?? []
  answers.forEach(({ id }, index) => {
    const before = known.get(keys[index] ?? '')
    // The key returns the event that was acknowledged before the kill.
    if (before) expect(id).toBe(before)
  })
  expect(new Set(answers.map(({ id }) => id)).size).toBe(200)
  expect(await countEvents('kills')).toBe(200)
})

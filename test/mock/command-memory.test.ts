import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { defaultMemory, refuseBeyondHeap, residentMemory } from '../../mock/command/memory-bounds'
import { roundWords } from '../../mock/command/start'
import { commands, startNode } from '../support/processes'

const mebibyte = 2 ** 20

function start(args: string[], heap: number) {
  const env = { ...process.env, NODE_OPTIONS: `--max-old-space-size=${heap}` }
  const started = startNode([commands.mock, '--port', '0', ...args], { env })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  return started
}

test('a bound that the heap cannot hold is refused in one line, which names the flag of Node', async () => {
  const { out, err, status } = await start(['--max-memory', '512MiB'], 256).ended
  expect([status, out]).toEqual([2, ''])
  expect(err.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^event-delivery-mock: --max-memory 512 MiB is more than the heap of this Node holds: at most \d+MiB fits\. Give less, or a larger heap: NODE_OPTIONS=--max-old-space-size=683\.$/,
    ),
  ])
})

test('the start prints the memory that the data leads to, and within a small heap that is less', async () => {
  const resident = async (heap: number) => {
    const line = await start(['--json', '--max-memory', '96MiB'], heap).firstLine()
    return (JSON.parse(line) as { residentMemory: number }).residentMemory / mebibyte
  }
  const [small, large] = await Promise.all([resident(256), resident(4_096)])
  expect(large).toBe(660)
  expect(small).toBeGreaterThan(256)
  expect(small).toBeLessThan(large)
})

test('what the message says fits, and one mebibyte more does not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 8, max: 65_536 }), (heap) => {
      const message = complaintOf(heap * mebibyte, heap * mebibyte)
      const most = Number(/at most (\d+)MiB/.exec(message)?.[1])
      expect(complaintOf(most * mebibyte, heap * mebibyte)).toBe('')
      expect(complaintOf((most + 1) * mebibyte, heap * mebibyte)).not.toBe('')
      const wanted = Number(/size=(\d+)\./.exec(message)?.[1])
      expect(complaintOf(heap * mebibyte, wanted * mebibyte)).toBe('')
      expect(complaintOf(defaultMemory(heap * mebibyte), heap * mebibyte)).toBe('')
    }),
  )
})

test('more data never takes less memory, and all of it counts', () => {
  const sizes = fc.integer({ min: 1, max: 2 ** 34 })
  fc.assert(
    fc.property(sizes, sizes, sizes, (one, other, heap) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)]
      expect(residentMemory(less, heap)).toBeLessThanOrEqual(residentMemory(more, heap))
      expect(residentMemory(more, 4 * more)).toBeGreaterThan(3 * more)
    }),
  )
})

test.each([
  [1, '10 MiB'],
  [660 * mebibyte, '660 MiB'],
  [660 * mebibyte + 1, '670 MiB'],
  [1_024 * mebibyte, '1 GiB'],
  [2_116 * mebibyte, '2.1 GiB'],
])('%i bytes are %s in words', (bytes, words) => {
  expect(roundWords(bytes)).toBe(words)
})

function complaintOf(maxMemory: number, heap: number): string {
  try {
    refuseBeyondHeap(maxMemory, heap)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

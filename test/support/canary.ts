// A setup file of vitest: no test may print one of its keys or secrets.
import { inspect } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/** A part of the keys and secrets of tests, by which they are recognised in what is printed. */
export const canary = 'c4n4ry7e1'

const leaks: string[] = []

function watch(place: string, values: unknown[]) {
  const texts = values.map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 9 })))
  if (texts.join(' ').includes(canary)) leaks.push(place)
}

for (const name of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const) {
  const original = console[name]
  console[name] = (...values: unknown[]) => {
    watch(`console.${name}`, values)
    original.apply(console, values)
  }
  // Files of tests that share a process watch one after the other.
  afterAll(() => void (console[name] = original))
}
for (const stream of [process.stdout, process.stderr]) {
  const original = stream.write as (...values: unknown[]) => boolean
  stream.write = (...values: unknown[]) => {
    watch('a stream', [String(values[0])])
    return original.apply(stream, values)
  }
  afterAll(() => void (stream.write = original))
}

afterEach(({ task }) => {
  // The runner prints the errors of a failed test.
  for (const error of task.result?.errors ?? []) watch('a failure', [error.message, error.stack])
  expect(leaks.splice(0), 'a key or a secret was printed').toEqual([])
})

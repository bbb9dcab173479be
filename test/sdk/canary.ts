// A setup file for vitest: whatever a test writes to the terminal or to the console must not have the key of `clientOf` in it.
import { inspect } from 'node:util'
import { afterEach, expect } from 'vitest'

/** Stands in every key and secret of the SDK's tests. */
export const canary = 'c4n4ry7e1'

const hits: string[] = []
const look = (name: string, values: unknown[]) => {
  const text = values
    .map((value) => (typeof value === 'string' ? value : inspect(value, { depth: 9 })))
    .join(' ')
  if (text.includes(canary)) hits.push(name)
}

for (const name of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const) {
  const original = console[name].bind(console)
  console[name] = (...values: unknown[]) => {
    look(`console.${name}`, values)
    original(...values)
  }
}
for (const stream of [process.stdout, process.stderr]) {
  const original = stream.write.bind(stream) as (...values: unknown[]) => boolean
  stream.write = (...values: unknown[]) => {
    look('a stream', [String(values[0])])
    return original(...values)
  }
}

// A test that fails by an error which has it would print it too.
afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) look('a failure', [error.message, error.stack])
  expect(hits.splice(0), 'the canary was printed').toEqual([])
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '@event-delivery/sdk'
import { type BackendOptions, createBackend } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { onTestFinished } from 'vitest'
import { main } from '../../src/command/command'
import { eventually } from '../support/eventually'
import { makeFolder } from '../support/folder'

/** Starts a mock for one test. */
export async function startMock(options: BackendOptions = {}) {
  const server = await serve(createBackend(options), { port: 0 })
  onTestFinished(() => server.close())
  return server
}

/** The environment of a user whose settings name a service. */
export const settings = (baseUrl: string, more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  EVENT_DELIVERY_BASE_URL: baseUrl,
  EVENT_DELIVERY_API_KEY: 'sk_test_mock',
  ...more,
})

/** The same for a mock of the test's own. */
export const mockSettings = async (more?: Record<string, string>) =>
  settings((await startMock()).baseUrl, more)

// The waits of a command are real, but fifty times as short. Its limits, of ten seconds and more, are not: a busy machine needs time to answer.
const hurriedClock: Clock = {
  now: Date.now,
  schedule(callback, ms) {
    if (ms === Infinity) return () => {}
    const timer = setTimeout(callback, ms < 10_000 ? ms / 50 : ms)
    return () => clearTimeout(timer)
  },
}

/** Starts the command in this process, with no environment but the one that is given. */
export function start(
  args: readonly string[],
  environment: Record<string, string | undefined> = {},
  input: string | Readable = '',
) {
  const printed = { out: '', err: '' }
  const sink = (name: 'out' | 'err') => ({ write: (text: string) => (printed[name] += text) })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const ended = main(args, {
    environment,
    input: typeof input === 'string' ? Readable.from([Buffer.from(input)]) : input,
    out: sink('out'),
    err: sink('err'),
    clock: hurriedClock,
    signal: stop.signal,
  }).then((status) => ({ status, ...printed }))
  const shows = (name: 'out' | 'err', pattern: RegExp) =>
    eventually(() => {
      if (!pattern.test(printed[name])) throw new Error(`${pattern} is not in ${printed[name]}`)
    })
  return {
    ended,
    prints: (pattern: RegExp) => shows('out', pattern),
    notes: (pattern: RegExp) => shows('err', pattern),
    /** Ends it as Ctrl-C does. */
    interrupt() {
      stop.abort()
      return ended
    },
  }
}

/** Runs the command to its end. */
export const run = (...given: Parameters<typeof start>) => start(...given).ended

/** Writes a file for the duration of the test. */
export async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await makeFolder(onTestFinished), name)
  await writeFile(path, content)
  return path
}

/** The lines of a standard output as records. */
export const records = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { format } from 'prettier'
import { checks, runChecks, type Mode } from '@event-delivery/conformance'
import { requestCounts } from '../contract/command/request-counts'
import { callCommand } from './command'
import { inProcess } from './in-process'

const path = fileURLToPath(new URL('../contract/command/request-counts.ts', import.meta.url))
vi.setConfig({ testTimeout: 60_000 })

const modes = ['read-only', 'non-disruptive', 'full'] as const

/** How many requests and writes each check sends to the reference backend. */
async function count(mode: Mode): Promise<Record<string, [number, number]>> {
  const counts: Record<string, [number, number]> = {}
  let current = ''
  // As over the network: nothing moves the clock.
  const target = { ...inProcess(), advance: undefined }
  const fetch = (request: Request) => {
    const counted = (counts[current] ??= [0, 0])
    counted[0] += 1
    if (request.method !== 'GET') counted[1] += 1
    return target.fetch(request)
  }
  await runChecks({ ...target, fetch }, checks, { mode, onStart: ({ id }) => void (current = id) })
  return counts
}

// UPDATE_COUNTS=1 writes what is counted, after a check was changed.
test('what --dry-run tells of each check is what it sends', async () => {
  const counts: Record<string, Record<string, [number, number]>> = {}
  for (const mode of modes) counts[mode] = await count(mode)
  if (process.env.UPDATE_COUNTS) {
    const value = `/** Requests and writes of each check, counted by its test on the reference backend. */
export const requestCounts: Readonly<Record<Mode, Readonly<Record<string, readonly [requests: number, writes: number]>>>> = ${JSON.stringify(counts)}`
    const text = `import type { Mode } from '../engine/check'\n\n${value}`
    const options = { parser: 'typescript', semi: false, singleQuote: true, printWidth: 110 } as const
    await writeFile(path, await format(text, options))
    return
  }
  // Without this, a check that nobody counted would be told to send nothing.
  expect(requestCounts).toMatchObject(counts)
})

test('--dry-run sends nothing and tells how much a run would send', async () => {
  const args = ['--base-url', 'http://127.0.0.1:9', '--test-key', 'sk_test_x', '--dry-run', '--rate', '8']
  const { status, out } = await callCommand(args)
  expect(status).toBe(0)
  expect(out).toMatch(/^create-event +\d+ requests, +\d+ writes$/m)
  expect(out).toMatch(/^deliver-to-subscriber +none: It needs mode full\.$/m)
  expect(out).toMatch(
    /About \d{3,} requests, \d{3,} of them writes \(mode non-disruptive\), \d+ s at 8 a second/,
  )
})

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { mutantOf } from '../mutants/find'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { startService } from './service'

const run = promisify(execFile)
const folder = await makeFolder(afterAll)
const random = () => randomBytes(18).toString('base64url')
const [live, test_] = [`sk_live_${random()}`, `sk_test_${random()}`]

test('every curl line of a run with random keys sends as printed what the run has sent', async () => {
  const options = { keys: [live, test_].map((key) => ({ key })), maxMemory: 64 * 1024 * 1024 }
  const { break: breakage } = mutantOf('stored-data-trimmed-at-its-start')
  const { baseUrl } = await startService(options, { breakage })
  const json = join(folder, 'report.json')
  const keys = ['--live-key', live, '--test-key', test_]
  const only = ['--only', 'nasty-payloads-come-back,AU-1,PG-1,EV-3,WH-1']
  const { status, out } = await callCommand(['--base-url', baseUrl, ...keys, ...only, '--json', json])
  expect(status, out).toBe(1)
  const { checks } = JSON.parse(await readFile(json, 'utf8')) as Report
  const sent = checks.flatMap(({ evidence }) => evidence.flatMap((one) => ('request' in one ? [one] : [])))
  const env = { PATH: process.env.PATH, EVENT_DELIVERY_LIVE_KEY: live, EVENT_DELIVERY_TEST_KEY: test_ }
  const printed = [...out.matchAll(/^ {2}sent: +(.*)$/gm)].map(([, line = '']) => ({
    request: line,
    response: undefined,
  }))
  expect(printed.length).toBeGreaterThan(0)
  for (const { request, response } of [...sent, ...printed]) {
    expect(request).not.toMatch(/# cut/)
    const { stdout } = await run('sh', ['-c', request], { env, maxBuffer: 10_000_000 })
    const [, came = ''] = /^HTTP\/1\.1 (\d+)/.exec(stdout) ?? []
    // A webhook that was created is deleted by the run's end.
    const isDeletion = request.startsWith('curl -i -X DELETE')
    const wanted = response && !isDeletion ? String(response.status) : isDeletion ? '404' : came
    expect([request.slice(0, 200), came]).toEqual([request.slice(0, 200), wanted])
    if (!isDeletion && response === undefined) expect(came).not.toMatch(/^4/)
  }
})

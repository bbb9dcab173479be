import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { commands, startNode, type NodeProcess } from '../support/processes'
import { keyFlags } from './service'
import { makeFolder } from '../support/folder'

const folder = await makeFolder(afterAll)
const servers: Server[] = []
afterAll(() => servers.forEach((server) => void (server.closeAllConnections(), server.close())))

/** A deployment that registers a webhook, and from then on takes requests and never ends an answer. */
async function startHanging() {
  const state = { made: 0, began: () => undefined as void }
  const answer = (response: ServerResponse, status: number, value: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  const server = createServer((request, response) => {
    if (state.made > 0) {
      // The head of an answer comes, and its body never does.
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
      state.began()
      return
    }
    request.resume()
    if (request.method !== 'POST') return answer(response, 200, { data: [], hasMore: false })
    state.made += 1
    answer(response, 201, { id: 'wh_hanging1', secret: `whsec_${'a'.repeat(32)}` })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { state, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Starts a run against a deployment that hangs once a webhook was made. Resolves once it hangs. */
async function runUntilItHangs(name: string, ...more: string[]) {
  const { state, baseUrl } = await startHanging()
  const hanging = new Promise<void>((resolve) => (state.began = resolve))
  const files = { json: join(folder, `${name}.json`), junit: join(folder, `${name}.xml`) }
  const reports = ['--json', files.json, '--junit', files.junit, '--html', join(folder, `${name}.html`)]
  const args = [
    '--base-url',
    baseUrl,
    ...keyFlags,
    '--only',
    'webhook-id,webhook-status,list-status',
    ...more,
  ]
  const run: NodeProcess = startNode([commands.conformance, ...args, ...reports], {
    env: { PATH: process.env.PATH, TMPDIR: folder },
    timeLimit: 120_000,
  })
  await hanging
  return { run, files }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`after ${signal} a run against a deployment that hangs ends with all its reports, and says what is left`, async () => {
    const { run, files } = await runUntilItHangs(signal)
    run.child.kill(signal)
    const { status, out, err } = await run.ended
    // Ten seconds after the signal the process would have ended itself with the status of the signal.
    expect([1, 2], out + err).toContain(status)
    expect(out).toContain('The run was interrupted.')
    expect(out).toMatch(
      /Webhooks are left\. Once they can be deleted: npx \S+ --base-url .* --cleanup \S+\.jsonl/,
    )
    const report = JSON.parse(await readFile(files.json, 'utf8')) as Report
    expect(report.error).toBe('The run was interrupted.')
    expect(await readFile(files.junit, 'utf8')).toContain('<testsuites')
    expect(await readdir(folder)).toContain(`${signal}.html`)
  })
}

test('a second signal ends the process at once, and says what is left and how to delete it', async () => {
  const ledger = join(folder, 'twice.jsonl')
  const { run } = await runUntilItHangs('twice', '--ledger', ledger)
  run.child.kill('SIGINT')
  // A second signal that comes sooner counts as an echo of the first, because a terminal and a parent process send both.
  await new Promise((resolve) => setTimeout(resolve, 600))
  run.child.kill('SIGINT')
  const { status, err } = await run.ended
  expect(status).toBe(130)
  expect(err).toContain(
    'Webhooks are left. Once they can be deleted: npx @event-delivery/conformance --base-url',
  )
  expect(err).toContain(
    `--live-key "$EVENT_DELIVERY_LIVE_KEY" --test-key "$EVENT_DELIVERY_TEST_KEY" --cleanup ${ledger}`,
  )
  expect(err).not.toContain('sk_')
  expect(await readFile(ledger, 'utf8')).toContain('wh_hanging1')
})

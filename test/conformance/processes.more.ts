import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { commands, startNode, type NodeProcess } from '../support/processes'
import { LedgerSeal } from '../contract/command/ledger-seal'
import { callCommand, runCommand } from './command'
import { keyFlags, startService, webhooksOf } from './service'
import { makeFolder } from '../support/folder'

const folder = await makeFolder(afterAll)
const servers: Server[] = []
afterAll(() => servers.forEach((server) => void (server.closeAllConnections(), server.close())))

const service = await startService()
const { flags } = service

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
async function runUntilItHangs(name: string) {
  const { state, baseUrl } = await startHanging()
  const hanging = new Promise<void>((resolve) => (state.began = resolve))
  const files = { json: join(folder, `${name}.json`), junit: join(folder, `${name}.xml`) }
  const reports = ['--json', files.json, '--junit', files.junit, '--html', join(folder, `${name}.html`)]
  const args = ['--base-url', baseUrl, ...keyFlags, '--only', 'webhook-id,webhook-status,list-status']
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

test('a second Ctrl-C ends the process at once, says what is left, and leaves the ledger for the clean-up', async () => {
  const own = await mkdtemp(join(folder, 'twice-'))
  const args = [...flags, '--mode', 'full', '--only', 'WH-1,DL-1', '--rate', '20']
  let interrupted = false
  const run = startNode([commands.conformance, ...args], {
    env: { PATH: process.env.PATH, TMPDIR: own },
    onOutput(out) {
      if (interrupted || !/^ *2\/\d/m.test(out)) return
      interrupted = true
      run.child.kill('SIGINT')
    },
  })
  service.beforeAnswer = async ({ method }) => {
    if (method !== 'DELETE' || !interrupted) return
    // The clean-up has begun, so the first signal has been handled. It is no echo any more after this time.
    setTimeout(() => run.child.kill('SIGINT'), 500)
    await run.ended
  }
  onTestFinished(() => void (service.beforeAnswer = () => undefined))
  const { status, err } = await run.ended
  expect(status).toBe(130)
  expect(err).toMatch(
    /Webhooks are left\. Once they can be deleted: npx @event-delivery\/conformance --base-url .* --live-key "\$EVENT_DELIVERY_LIVE_KEY" --test-key "\$EVENT_DELIVERY_TEST_KEY" .*--cleanup \S+\.jsonl/,
  )
  expect(err).not.toContain('sk_')
  const [ledger = '', ...more] = await readdir(own)
  expect([ledger, more]).toEqual([expect.stringMatching(/^event-delivery-conformance-edc\w+\.jsonl$/), []])
  const cleaned = await callCommand([...flags, '--cleanup', join(own, ledger)])
  expect(cleaned.status, cleaned.out).toBe(0)
})

test('a reader that goes away ends the output, not the run: report and status still count', async () => {
  const report = join(folder, 'unread.json')
  const args = [...flags, '--only', 'WH-1', '--json', report]
  const run = startNode([commands.conformance, ...args], {
    onOutput: () => void run.child.stdout?.destroy(),
  })
  expect((await run.ended).status).toBe(0)
  expect((JSON.parse(await readFile(report, 'utf8')) as Report).verdict).toBe('conformant')
})

test('what a kill has left among the temporary files is swept up once no run can need it', async () => {
  const own = await mkdtemp(join(folder, 'swept-'))
  const [stale, fresh] = [
    'event-delivery-conformance-edcold1-ca.pem',
    'event-delivery-conformance-edcnew1-ca.pem',
  ]
  for (const name of [stale, fresh, 'edc-ca.pem']) await writeFile(join(own, name), '')
  const yesterday = Date.now() / 1000 - 90_000
  for (const name of [stale, 'edc-ca.pem']) await utimes(join(own, name), yesterday, yesterday)
  const args = [...flags, '--mode', 'full', '--only', 'DL-4']
  const { status, out } = await runCommand(args, undefined, { TMPDIR: own })
  expect(status, out).toBe(0)
  expect((await readdir(own)).sort()).toEqual(['edc-ca.pem', fresh])
})

test('a folder for temporary files that takes none costs neither verdict nor clean-up', async () => {
  const taken = join(folder, 'no-folder')
  await writeFile(taken, '')
  const args = [...flags, '--mode', 'full', '--only', 'WH-1,DL-4']
  const { status, out, err } = await runCommand(args, undefined, { TMPDIR: taken })
  expect(status, out + err).toBe(0)
  expect(
    err
      .trim()
      .split('\n')
      .map((line) => line.replace(/\/\S+[^\s:]/, 'PATH')),
  ).toEqual([
    expect.stringContaining("The receiver's CA cannot be written to PATH: a part of its path is no folder."),
    expect.stringContaining('The ledger PATH cannot be kept: a part of its path is no folder.'),
  ])
  expect(await webhooksOf(service)).toEqual([])
})

test('a ledger is sealed as ever, by a function that is slow for whoever tries keys', () => {
  const run = { baseUrl: 'https://a.example', prefix: 'edckilled1' }
  const seal = new LedgerSeal({ live: 'sk_live_mock' }, run)
  expect(seal.seal('live', 'a')).toBe('DFpEr2UW5Q6sTk2Vwwdixw')
})

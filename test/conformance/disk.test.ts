import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { beginLedger } from '../contract/command/ledger-file'
import { LedgerSeal } from '../contract/command/ledger-seal'
import { makeFolder } from '../support/folder'
import { callCommand } from './command'
import { startService, webhooksOf } from './service'

const folder = await makeFolder(afterAll)
const service = await startService()
const { flags } = service
const registering = [...flags, '--only', 'WH-1,WH-8']

/** A device on which every write fails as on a full disk. */
const full = '/dev/full'
const onLinux = test.skipIf(!existsSync(full))

onLinux('a full disk under the ledger costs neither verdict nor clean-up, and is told once', async () => {
  const report = join(folder, 'full.json')
  const { status, out, err } = await callCommand([...registering, '--ledger', full, '--json', report])
  expect(status, out).toBe(0)
  expect(err).toBe(
    `The ledger ${full} cannot be kept: the disk is full. The run goes on and deletes what it creates, ` +
      'but if it is killed, its webhooks stay.\n',
  )
  expect(out).toMatch(/\nnothing broken, /)
  expect(out).not.toContain('What is created stands in')
  expect((JSON.parse(await readFile(report, 'utf8')) as Report).verdict).toBe('conformant')
  expect(await webhooksOf(service)).toEqual([])
  expect(existsSync(full)).toBe(true)
})

onLinux('a full disk under the reports costs the reports alone', async () => {
  const kept = join(folder, 'kept.json')
  const args = [...registering, '--html', full, '--junit', join(folder, 'kept.xml'), '--json', kept]
  const { status, out, err } = await callCommand(args)
  expect(status).toBe(2)
  expect(err).toBe(`--html ${full} cannot be written: the disk is full.\n`)
  expect(out).toMatch(/\nnothing broken, /)
  expect((JSON.parse(await readFile(kept, 'utf8')) as Report).verdict).toBe('conformant')
  expect(await readFile(join(folder, 'kept.xml'), 'utf8')).toContain('<testsuites')
  expect(await webhooksOf(service)).toEqual([])
})

onLinux('a full disk under the receiver’s CA leaves a service that trusts everybody judged', async () => {
  const args = [...flags, '--mode', 'full', '--only', 'DL-4', '--receiver-ca-out', full]
  const { status, out, err } = await callCommand(args)
  expect(status, out).toBe(0)
  expect(err).toBe(
    `--receiver-ca-out ${full} cannot be written: the disk is full. The run goes on, ` +
      'for a service under test that does not look at certificates.\n',
  )
  expect(out).toMatch(/\nnothing broken, /)
})

test('a ledger that vanishes with its folder while the run goes on is told once', async () => {
  const gone = join(folder, 'gone')
  await mkdir(gone)
  service.beforeAnswer = async () => {
    await rm(gone, { recursive: true, force: true })
  }
  onTestFinished(() => void (service.beforeAnswer = () => undefined))
  const { status, out, err } = await callCommand([...registering, '--ledger', join(gone, 'l.jsonl')])
  expect(status, out).toBe(0)
  expect(err).toMatch(/^The ledger \S+ cannot be kept: there is no such file or folder\. [^\n]+\n$/)
  expect(await webhooksOf(service)).toEqual([])
})

test('webhooks that are left without a ledger are named, so that they can be deleted by hand', async () => {
  const gone = join(folder, 'left')
  await mkdir(gone)
  await rm(gone, { recursive: true })
  const messages: string[] = []
  const header = { baseUrl: 'https://events.example.com', prefix: 'edcaaaaaa', startedAt: '' }
  const ledger = await beginLedger(header, {
    path: join(gone, 'l.jsonl'),
    isNamed: false,
    seal: new LedgerSeal({ live: 'sk_live_1234' }, header),
    onLost: (message) => void messages.push(message),
  })
  ledger.record({ webhook: 'wh_1', key: 'live' })
  ledger.record({ webhook: 'wh_2', key: 'live' })
  ledger.record({ deleted: 'wh_1' })
  expect(messages).toHaveLength(1)
  expect([...ledger.state.webhooks.keys()]).toEqual(['wh_2'])
  expect({ whole: ledger.isWhole(), settled: ledger.settle() }).toEqual({ whole: false, settled: false })
})

test('a path of a ledger that is wrong is refused before the run', async () => {
  for (const [path, told] of [
    [join(folder, 'nowhere', 'l.jsonl'), 'there is no such file or folder'],
    [folder, 'it is'],
  ] as const) {
    const { status, err } = await callCommand([...registering, '--ledger', path])
    expect(status, err).toBe(2)
    expect(err).toContain(`--ledger ${path} cannot be written: ${told}`)
  }
  expect((await readdir(folder)).filter((name) => name.endsWith('.jsonl'))).toEqual([])
})

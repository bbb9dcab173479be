import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { makeFolder } from '../support/folder'
import { callCommand, refusalOf } from './command'
import { serveAnswers, startService, type Service } from './service'

const folder = await makeFolder(afterAll)
const service = await startService()
const { baseUrl, flags } = service

/** Lets the service do something before each answer, until the test is over. */
function beforeAnswers(act: Service['beforeAnswer']): void {
  service.beforeAnswer = act
  onTestFinished(() => void (service.beforeAnswer = () => undefined))
}

test('a receiver whose port is taken ends a command with what to do, before it says that it begins', async () => {
  const { port } = new URL(baseUrl)
  const args = [...flags, '--mode', 'full', '--receiver-listen', `127.0.0.1:${port}`]
  const pinned = join(folder, 'any.json')
  await writeFile(pinned, '{}')
  for (const wrong of [args, ['twin', ...args, '--dialect', pinned]])
    expect(await refusalOf(wrong)).toBe(
      `event-delivery-conformance: The receiver cannot listen at --receiver-listen 127.0.0.1:${port}: its port is taken, name another.\n`,
    )
})

test('a ledger that stands already ends a command before it says that it begins', async () => {
  const [ledger, authority] = [join(folder, 'another.jsonl'), join(folder, 'ca.pem')]
  await writeFile(ledger, '')
  const args = [...flags, '--mode', 'full', '--ledger', ledger, '--receiver-ca-out', authority]
  expect(await refusalOf(args)).toContain(`--ledger ${ledger} exists already: name another`)
  expect(await readFile(ledger, 'utf8')).toBe('')
})

test('a report that cannot be written after all costs neither the others nor the verdict', async () => {
  const gone = join(folder, 'gone')
  const [kept, lost] = [join(folder, 'kept.json'), join(gone, 'lost.xml')]
  const args = [...flags, '--only', 'create-event', '--json', kept, '--junit', lost]
  const lose = async (...more: string[]) => {
    await mkdir(gone)
    beforeAnswers(() => rm(gone, { recursive: true, force: true }))
    const outcome = await callCommand([...args, ...more])
    expect(outcome.err).toBe(`--junit ${lost} cannot be written: there is no such file or folder.\n`)
    expect((JSON.parse(await readFile(kept, 'utf8')) as Report).checks.length).toBeGreaterThan(0)
    return outcome.status
  }
  expect(await lose()).toBe(2)
  const pinned = join(folder, 'pinned.json')
  await writeFile(pinned, '{ "createEventStatus": 202 }')
  expect(await lose('--dialect', pinned)).toBe(1)
})

test('of two runs with one ledger the second is refused before it creates anything', async () => {
  const ledger = join(folder, 'shared.jsonl')
  const args = [...flags, '--only', 'WH-1', '--ledger', ledger]
  const runs = [callCommand(args), callCommand(args)]
  // Neither may end before the other begins.
  beforeAnswers(() => Promise.race(runs))
  const [one, other] = await Promise.all(runs)
  expect([one?.status, other?.status].sort()).toEqual([0, 2])
  const refused = one?.status === 2 ? one : other
  expect(refused?.err).toContain('exists already: name another')
  expect(refused?.out).toBe('')
})

test('what a service sends does not steer the terminal', async () => {
  const message = '\u001b[2J\u202e\rconformant: all is well\nconformant: mode full'
  const answer = async () => Response.json({ error: { code: 'a', message } }, { status: 400 })
  const hostile = await serveAnswers(answer)
  const { status, out } = await callCommand([...hostile.flags, '--only', 'create-event,list-status'])
  expect(status).toBe(1)
  for (const steering of ['\u001b', '\u202e', '\r']) expect(out).not.toContain(steering)
  expect(out).not.toMatch(/^conformant/m)
})

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Report } from '@event-delivery/conformance'
import { makeFolder } from '../support/folder'
import { callCommand, refusalOf } from './command'
import type { Outcome } from '../support/processes'
import { serveAnswers, startService, type Service } from './service'

const folder = await makeFolder(afterAll)
const service = await startService()
const { baseUrl, flags } = service

/** Lets the service do something before each answer, until the test is over. */
function beforeAnswers(act: Service['beforeAnswer']): void {
  service.beforeAnswer = act
  onTestFinished(() => void (service.beforeAnswer = () => undefined))
}

test('a port that is taken and a ledger that stands already end a command before it says that it begins', async () => {
  const address = `127.0.0.1:${new URL(baseUrl).port}`
  const args = [...flags, '--mode', 'full', '--receiver-listen', address]
  const file = join(folder, 'any.json')
  await writeFile(file, '{}')
  const told = `The receiver cannot listen at --receiver-listen ${address}: its port is taken, name another.`
  for (const wrong of [args, ['twin', ...args, '--dialect', file]])
    expect(await refusalOf(wrong)).toBe(`event-delivery-conformance: ${told}\n`)
  const err = await refusalOf([...flags, '--mode', 'full', '--ledger', file])
  expect(err).toContain(`--ledger ${file} exists already: name another`)
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
  const { out, err } = (one?.status === 2 ? one : other) as Outcome
  expect(out + err).toMatch(/^event-delivery-conformance: --ledger \S+ exists already: name another/)
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

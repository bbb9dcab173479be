import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { runMock } from '../../support/mock-command'
import { execute, makeDatabase, postgresUrl } from '../../support/postgres'
import { deliverBeyondBackup, expectRecovered, number, recover, use } from './recovery'

/** Copies a database that nobody uses, file by file. */
async function copyOf(url: string): Promise<string> {
  const server = await postgresUrl()
  const name = (from: string) => new URL(from).pathname.slice(1)
  const copy = new URL(await makeDatabase(onTestFinished))
  await execute(server, `drop database ${name(copy.href)}`)
  await eventually(() => execute(server, `create database ${name(copy.href)} template ${name(url)}`))
  return copy.href
}

test('a store that was restored gives out no id of a lost delivery, and refuses the cursors of before with the reason', async () => {
  const url = await makeDatabase(onTestFinished)
  await use(url, async ({ createWebhook, deliver }) => {
    await createWebhook()
    await deliver()
  })
  const backup = await copyOf(url)
  const lost = await use(url, deliverBeyondBackup)
  const firstDelivery = await recover(backup)
  await use(backup, (harness) => expectRecovered(harness, lost, firstDelivery))
  // From the same backup once more: what was given out since the first recovery is not given out again either.
  expect(number(await recover(await copyOf(url)))).toBeGreaterThan(number(firstDelivery) + 1n)
})

test('a store of an earlier schema is not recovered, and says what to do first', async () => {
  const url = await makeDatabase(onTestFinished)
  const { status, err } = await runMock(['recover', '--store', url]).ended
  expect([status, err]).toEqual([1, expect.stringContaining('migrate it first')])
})

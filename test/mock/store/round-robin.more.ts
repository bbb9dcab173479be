import { afterAll, expect, onTestFinished, test } from 'vitest'
import { checks, listenForDeliveries, runChecks } from '@event-delivery/conformance'
import { mockKeys } from '../../support/backend'
import { makeDatabase } from '../../support/postgres'
import { serveRoundRobin } from '../../support/round-robin'
import { bundleProgram } from '../../support/service-process'

const program = await bundleProgram(afterAll)

test('three processes behind a round-robin conform in every rule of mode full', async () => {
  const url = await makeDatabase(onTestFinished)
  const settings = { url, plan: 'pro' as const }
  const start = () => program.start(settings, onTestFinished)
  const processes = [await start(), await start(), await start()]
  const { baseUrl } = await serveRoundRobin(processes, onTestFinished)
  const receiver = await listenForDeliveries()
  onTestFinished(() => receiver.close())

  const target = { baseUrl, keys: mockKeys, receiver }
  // Three processes and their database share one machine with everything else that runs on it.
  const options = { mode: 'full', plan: 100, requestTimeout: 120_000 } as const
  const report = await runChecks(target, checks, options)
  const notPassed = report.checks.filter(({ status }) =>
    ['failed', 'errored', 'could-not-run'].includes(status),
  )
  expect(notPassed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  expect(report.verdict).toBe('conformant')
})

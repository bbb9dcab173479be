import { expect, test } from 'vitest'
import { checks, listenForDeliveries, runChecks, type Mode, type Report } from '@event-delivery/conformance'
import { calm, plain } from './choices'
import { findingsOf } from './judge'
import { listen, type Transport } from './transport'
import { optionsFor } from './service'
import { services } from './pairwise'
import { scoreFields } from '../twin-fields'
import type { Choices } from './dimensions'
import { sized } from '../../support/tier'

/** Has the suite judge a service on a socket, by the time of this machine, and expects that it blames the service for nothing. */
async function judge(choices: Choices, transport: Transport, mode: Mode): Promise<Report> {
  const service = await listen(choices, transport)
  const receiver = await listenForDeliveries()
  const target = { baseUrl: service.baseUrl, keys: service.keys, receiver }
  // The service lives by the time of this machine, which may have others to serve.
  const options = { ...optionsFor(choices), mode, seed: 1, samples: 5, requestTimeout: 120_000 }
  const report = await runChecks(target, checks, options)
  await receiver.close()
  await service.close()
  expect(findingsOf(report, choices)).toEqual([])
  expect(service.webhooks()).toBe(0)
  return report
}

/** Ways of writing answers that together have each of them. */
const cases: readonly Transport[] = [
  { connections: 'ended-when-idle', length: 'chunked', encoding: 'gzip', names: 'lower-case' },
  { connections: 'closed-after-each', length: 'in-pieces', encoding: 'br', names: 'upper-case' },
  { connections: 'kept', length: 'stated', encoding: 'deflate', names: 'usual' },
]
// Deliveries over sockets take their time, which the soak has.
const mode: Mode = sized<Mode>({ more: 'non-disruptive', soak: 'full' })
const family = services(cases.length, 2).map(calm)

for (const [index, transport] of cases.entries()) {
  const title = Object.values(transport).join(', ')
  test(`no check blames a legal service that writes its answers so: ${title}`, () =>
    judge(family[index] as Choices, transport, mode))
}

/** A service that shares no choice with the reference backend. */
const otherwise: Choices = {
  ...plain,
  ...{ otherEvents: 230, ids: 'punctuated', timestamps: 'offset', extras: 'texts' },
  ...{ unauthorizedBody: 'text', param: 'null', messages: 'unicode', scopedKeys: 'not-offered' },
  ...{ idempotency: 'header X-Idempotency-Key', createStatus: 202, replayStatus: 200, data: 'anything' },
  ...{ defaultPageSize: 37, order: 'oldest-first', lastCursor: 'absent', overLimit: 'clamp' },
  ...{ badCursor: 404, retrieve: 404, webhookList: 'not-offered', omittedDescription: 'null' },
  ...{ deleteStatus: 202, secrets: 'hex', signature: 'body-hex' },
}

test('no check blames a service that chose everything otherwise, and its choices are seen over sockets', async () => {
  const transport = { connections: 'kept', length: 'stated', encoding: 'identity', names: 'usual' } as const
  const report = await judge(otherwise, transport, 'full')
  expect(report.verdict).toBe('conformant')
  expect(scoreFields(otherwise, report.dialect).wrong).toEqual([])
  expect(report.dialect).toMatchObject({
    signature: { scheme: 'body-hex', header: 'x-hub-signature-256' },
    operations: { retrieveEvent: null, listWebhooks: null, createKey: null },
  })
})

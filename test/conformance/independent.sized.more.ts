import { expect, test } from 'vitest'
import { checks, listenForDeliveries, runChecks } from '@event-delivery/conformance'
import type { Dialect } from '../../generated/dialect'
import { operations } from '../../generated/operations'
import { findings } from '../support/judged'
import { independentKeys, startIndependentService } from './independent-service'
import { sized } from '../support/tier'

/** The operations that the interface does not show: the service has none of them. */
const noneOffered = Object.fromEntries(
  Object.values(operations)
    .filter(({ assumed }) => assumed)
    .map(({ id }) => [id, null]),
)

/** The service's choices, as a run has to see them. `undefined` stands for a field that no answer of the service shows. */
const chosen: { readonly [Field in keyof Dialect]: Dialect[Field] | undefined } = {
  idempotency: { in: 'header', name: 'X-Idempotency-Key' },
  createEventStatus: 202,
  replayEventStatus: 200,
  deleteWebhookStatus: 202,
  lastPageCursor: 'absent',
  defaultPageSize: 37,
  listOrder: 'oldest-first',
  overMaxLimit: 'clamp',
  signature: { scheme: 'body-hex', header: 'x-hub-signature-256' },
  deliveryBody: 'event',
  idempotencyMismatch: 'original',
  unknownFields: 'ignore',
  nonObjectData: 'accept',
  emptyOrMixedEvents: 'accept',
  omittedDescription: 'null',
  operations: noneOffered,
  errorCodes: undefined,
  missingScopeStatus: undefined,
  expiredKeyStatus: undefined,
  retryAfter: undefined,
  maxPayloadBytes: undefined,
}

// The reference backend shows lists that are empty at first, so that here the soak alone does.
for (const before of sized({ more: [230], soak: [0, 230] })) {
  test(`nothing is wrong with another implementation that chose everything otherwise (${before} events)`, async () => {
    const service = await startIndependentService(before)
    const receiver = await listenForDeliveries()
    const target = { baseUrl: service.baseUrl, keys: independentKeys, receiver }
    const report = await runChecks(target, checks, { mode: 'full' })
    expect(findings(report, 'failed', 'warned', 'errored', 'could-not-run')).toEqual([])
    expect(report.verdict).toBe('conformant')
    const seen = (Object.keys(chosen) as (keyof Dialect)[]).map((field) => [field, report.dialect[field]])
    expect(Object.fromEntries(seen)).toEqual(chosen)
    expect(service.webhooks()).toBe(0)
    await receiver.close()
    await service.close()
  })
}

import { expect, test } from 'vitest'
import { checks, listenForDeliveries, runChecks, type Mode } from '@event-delivery/conformance'
import { calm } from './choices'
import { findingsOf } from './judge'
import { listen, type Transport } from './transport'
import { optionsFor } from './service'
import { services } from './pairwise'
import type { Choices } from './dimensions'
import { sized } from '../../support/tier'

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
  test(`no check blames a legal service that writes its answers so: ${title}`, async () => {
    const choices = family[index] as Choices
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
  })
}

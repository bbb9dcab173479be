import { readFile } from 'node:fs/promises'
import { Agent } from 'undici'
import { afterAll, describe, test } from 'vitest'
import { checks, listenForDeliveries, register } from '@event-delivery/conformance'
import { startBackend } from '../processes'
import { fullRun } from './in-process'

const backend = await startBackend()
const receiver = await listenForDeliveries()
const dispatcher = new Agent({ connect: { ca: await readFile(backend.ca, 'utf8') } })

afterAll(async () => {
  await receiver.close()
  await dispatcher.close()
  await backend.stop()
})

register(
  { describe, test },
  {
    baseUrl: backend.baseUrl,
    fetch: (request) => fetch(request, { dispatcher } as RequestInit),
    keys: {
      live: 'sk_live_mock',
      test: 'sk_test_mock',
      scoped: [{ value: 'sk_live_readonly_mock', scopes: ['events:read', 'webhooks:read'] }],
      expired: 'sk_live_expired_mock',
    },
    receiver,
  },
  { ...fullRun, checks },
)

import { onTestFinished } from 'vitest'
import { createClock, type BackendOptions, type RequestEntry } from '@event-delivery/mock'
import { serve } from '@event-delivery/mock/node'
import { start } from '../support/backend'
import { createTestBackend } from '../support/test-backend'

/** Serves a backend on a clock that stands still, and lists the entries of its requests. */
export async function serveMock(options: BackendOptions = {}) {
  const clock = createClock({ now: start })
  const entries: RequestEntry[] = []
  const backend = createTestBackend({
    clock,
    ...options,
    onEntry: (entry) => void (entry.kind === 'request' && entries.push(entry)),
  })
  const server = await serve(backend, { port: 0 })
  onTestFinished(() => server.close())
  return { ...server, backend, clock, entries }
}

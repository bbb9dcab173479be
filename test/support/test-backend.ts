import { onTestFinished } from 'vitest'
import { createBackend, type Backend, type BackendOptions } from '@event-delivery/mock'
import { takeHarnessStore } from './harness-store'
import type { Until } from './until'

// How long `waitForIdle` waits unless it is told, in real milliseconds: on a busy machine three seconds pass in no time.
const usualTimeout = 60_000

/**
 * Makes a backend on the store that the run of the tests keeps its data in, memory or PostgreSQL, unless `options` bring a
 * store. It is closed when `until` says so: at the end of the test unless given.
 */
export function createTestBackend(options: BackendOptions = {}, until: Until = onTestFinished): Backend {
  const taken = options.store ? undefined : takeHarnessStore()
  const store = options.store ?? taken?.store
  const { onEntry, random } = options
  const backend = createBackend({
    ...options,
    store,
    // A store that processes share refuses chance that repeats itself.
    random: store?.sharing ? undefined : random,
    onEntry(entry, session) {
      // On such a store each journal begins by saying that it is the one of its process.
      if (entry.kind !== 'notice' || entry.code !== 'journal-of-one-process') onEntry?.(entry, session)
    },
  })
  const { waitForIdle } = backend
  backend.waitForIdle = ({ timeout = usualTimeout } = {}) => waitForIdle({ timeout })
  until(async () => {
    await backend.close()
    taken?.release()
  })
  return backend
}

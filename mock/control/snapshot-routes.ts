import { invalidRequest } from '../http/refusal'
import { checkSeed } from '../state/check-seed'
import { SeedError } from '../state/seed'
import { takeSnapshot } from '../state/snapshot'
import type { Settings } from '../settings/settings'
import type { ControlRoutes } from './route'

/** Takes and restores the data of a session as one document. */
export function snapshotRoutes(settings: Settings): ControlRoutes {
  return {
    'GET /snapshot': (_request, { store }) => takeSnapshot(store, settings),
    async 'PUT /snapshot'({ body, session }, state) {
      try {
        checkSeed(body)
      } catch (error) {
        if (error instanceof SeedError) throw invalidRequest(error.message)
        throw error
      }
      // All sessions share the clock, so restoring one session does not move it.
      await state.restore(body, session === null)
    },
  }
}

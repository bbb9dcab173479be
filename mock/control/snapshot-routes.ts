import { invalidRequest } from '../http/refusal'
import { checkSeed } from '../state/check-seed'
import { SeedError } from '../state/seed'
import { takeSnapshot } from '../state/snapshot'
import type { Settings } from '../settings/settings'
import type { ControlRoutes } from './control'

/** All data of a session as one document, to be kept and put back. */
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
      // Time is common to all sessions: one alone does not move it.
      await state.restore(body, session === null)
    },
  }
}

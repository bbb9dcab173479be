import { notFound } from '../http/refusal'
import type { Sessions } from '../state/sessions'
import type { ControlRoutes } from './route'

/** Lists the sessions with their last use and their size, and removes one. */
export function sessionRoutes(sessions: Pick<Sessions, 'list' | 'remove'>): ControlRoutes {
  return {
    'GET /sessions': () => ({
      data: sessions.list().map(({ name, state: { bytes, journal }, lastUsed }) => ({
        name,
        lastUsed: lastUsed === undefined ? undefined : new Date(lastUsed).toISOString(),
        bytes,
        entries: journal.size,
      })),
    }),
    async 'DELETE /sessions/:name'({ params: { name = '' } }) {
      if (!(await sessions.remove(name))) throw notFound('No session has this name.')
      return { name, deleted: true }
    },
  }
}

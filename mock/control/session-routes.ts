import { invalidRequest, notFound } from '../http/refusal'
import type { Sessions } from '../state/sessions'
import { type ControlRoutes, Made, refuseStray } from './route'

/** Lists the sessions with their last use and their size, makes one, and removes one or all. */
export function sessionRoutes(
  sessions: Pick<Sessions, 'state' | 'existing' | 'list' | 'remove' | 'removeAll'>,
): ControlRoutes {
  return {
    'GET /sessions': () => ({
      data: sessions.list().map(({ name, state: { bytes, journal }, lastUsed }) => ({
        name,
        lastUsed: lastUsed === undefined ? undefined : new Date(lastUsed).toISOString(),
        bytes,
        entries: journal.size,
      })),
    }),
    async 'POST /sessions'({ body }) {
      refuseStray(body, ['name'], 'a session')
      const { name } = body
      if (typeof name !== 'string') throw invalidRequest('name must be the name of a session.', 'name')
      const isThere = sessions.existing(name) !== undefined
      await sessions.state(name)
      return isThere ? { name } : new Made({ name })
    },
    async 'DELETE /sessions'() {
      return { deleted: await sessions.removeAll() }
    },
    async 'DELETE /sessions/:name'({ params: { name = '' } }) {
      if (!(await sessions.remove(name))) throw notFound('No session has this name.')
      return { name, deleted: true }
    },
  }
}

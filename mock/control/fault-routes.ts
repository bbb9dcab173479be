import type { Fault } from '../faults/fault'
import { notFound } from '../http/refusal'
import type { ControlRoutes } from './control'

/** Faults that come by chance or a number of times, until they are removed. */
export function faultRoutes(): ControlRoutes {
  return {
    'GET /faults': (_request, { faults }) => ({ data: faults.list() }),
    'POST /faults': ({ body }, { faults }) => faults.add(body as unknown as Fault),
    'DELETE /faults': (_request, { faults }) => faults.clear(),
    'DELETE /faults/:id'({ params: { id = '' } }, { faults }) {
      if (!faults.remove(id)) throw notFound('No fault has this id.')
      return { id, deleted: true }
    },
  }
}

import { FaultError, TooManyFaultsError, type Fault } from '../faults/fault'
import { invalidRequest, notFound, Refusal } from '../http/refusal'
import { type ControlRoutes, Made } from './route'

/** Lists, adds and removes faults. */
export const faultRoutes: ControlRoutes = {
  'GET /faults': (_request, { faults }) => ({ data: faults.list(), spent: faults.spent() }),
  'POST /faults'({ body }, { faults }) {
    try {
      return new Made(faults.add(body as unknown as Fault))
    } catch (error) {
      if (error instanceof TooManyFaultsError) throw new Refusal(409, 'too_many_faults', error.message)
      throw error instanceof FaultError ? invalidRequest(error.message, error.field) : error
    }
  },
  'DELETE /faults': (_request, { faults }) => faults.clear(),
  'DELETE /faults/:id'({ params: { id = '' } }, { faults }) {
    if (!faults.remove(id)) throw notFound('No fault has this id.')
    return { id, deleted: true }
  },
}

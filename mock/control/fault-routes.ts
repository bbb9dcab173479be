import { FaultError, TooManyFaultsError, type Fault } from '../faults/fault'
import { invalidRequest, Refusal } from '../http/refusal'
import { objectOf } from './fields'
import { type ControlRoutes, json, nothing, removal, route } from './route'
import { faultFields, listOf, named } from './schemas'

/** Lists, adds and removes faults. */
export const faultRoutes: ControlRoutes = {
  'GET /faults': route({
    title: 'Lists the faults in force, and those that are spent',
    answers: { 200: json(objectOf({ data: listOf(named('Fault')), spent: listOf(named('Fault')) })) },
    handle: (_request, { faults }) => ({ data: faults.list(), spent: faults.spent() }),
  }),
  'POST /faults': route({
    title: 'Adds a fault, which is in force from now on',
    more: 'Which fields go together depends on the kind',
    document: objectOf(faultFields),
    answers: { 201: json(named('Fault')) },
    // The registry checks the fault, because the options and the store hand faults to it as well.
    handle({ body }, { faults }) {
      try {
        return faults.add(body as unknown as Fault)
      } catch (error) {
        if (error instanceof TooManyFaultsError) throw new Refusal(409, 'too_many_faults', error.message)
        throw error instanceof FaultError ? invalidRequest(error.message, error.field) : error
      }
    },
  }),
  'DELETE /faults': route({
    title: 'Removes all faults',
    answers: { 204: nothing },
    handle: (_request, { faults }) => faults.clear(),
  }),
  'DELETE /faults/:id': removal('Removes a fault', 'fault', (id, { faults }) => faults.remove(id)),
}

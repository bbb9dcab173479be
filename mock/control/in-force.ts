import { defaultDialect } from '../../generated/dialect'
import type { Forwards } from '../deliveries/forwards'
import { differingFields } from './differing-fields'
import { readingOf } from './clock-routes'
import { objectOf } from './fields'
import { type ControlRoutes, json, nothing, route } from './route'
import { anyObject, listOf, named, text } from './schemas'

/** Shows in one answer what makes the mock behave otherwise than one that was just started. */
export function inForceRoutes(forwards: Forwards | undefined): ControlRoutes {
  return {
    'POST /received': route({
      title: 'Takes a delivery, so that a forward to it shows one without any receiver',
      document: anyObject,
      answers: { 204: nothing },
      handle: () => undefined,
    }),
    'GET /in-force': route({
      title:
        'Shows the faults, forwards and limits in force, and the fields of the dialect that are not the default',
      answers: {
        200: json(
          objectOf({
            ...{ clock: named('Clock'), faults: listOf(named('Fault')), forwards: listOf(named('Forward')) },
            ...{ dialect: listOf(text), 'rate?': { type: 'number', description: 'Requests per second.' } },
          }),
        ),
      },
      handle: (_request, { faults, settings: { clock, dialect, plan } }) => ({
        clock: readingOf(clock),
        faults: faults.list(),
        forwards: forwards?.list() ?? [],
        dialect: differingFields(dialect, defaultDialect),
        rate: Number.isFinite(plan.rate) ? plan.rate : undefined,
      }),
    }),
  }
}

import type { Forwards } from '../deliveries/forwards'
import { invalidRequest, Refusal } from '../http/refusal'
import { type ControlRoutes, json, nothing, removal, route } from './route'
import { allOf, named, text } from './schemas'

const url = { ...text, title: 'a URL' } as const

/** Lists, adds and removes forwards. All sessions share them and a reset keeps them: they say where receivers run. */
export function forwardRoutes(forwards: Forwards | undefined): ControlRoutes {
  const inUse = () => {
    if (forwards) return forwards
    throw new Refusal(
      409,
      'no_forwards',
      'This backend was given a fetch of its own, and no forwards with it.',
    )
  }
  return {
    'GET /forwards': route({
      title: 'Lists the forwards',
      answers: { 200: json(allOf(named('Forward'))) },
      handle: () => ({ data: inUse().list() }),
    }),
    'POST /forwards': route({
      title: 'Adds a forward, or replaces the one of the same URL',
      more: 'Deliveries to `from`, and to every URL below it, go to `to` from now on',
      body: { from: url, to: url },
      answers: { 201: json(named('Forward')) },
      handle({ body }) {
        try {
          return inUse().add(body)
        } catch (error) {
          throw error instanceof TypeError ? invalidRequest(error.message) : error
        }
      },
    }),
    'DELETE /forwards': route({
      title: 'Removes all forwards',
      answers: { 204: nothing },
      handle: () => inUse().replace([]),
    }),
    'DELETE /forwards/:id': removal('Removes a forward', 'forward', (id) => inUse().remove(id)),
  }
}

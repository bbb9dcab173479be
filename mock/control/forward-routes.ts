import type { Forwards } from '../deliveries/forwards'
import { invalidRequest, notFound, Refusal } from '../http/refusal'
import { type ControlRoutes, Made, refuseStray } from './route'

const fields = ['from', 'to']

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
    'GET /forwards': () => ({ data: inUse().list() }),
    'POST /forwards'({ body }) {
      refuseStray(body, fields, 'a forward')
      const { from, to } = body
      if (typeof from !== 'string') throw invalidRequest('from must be a URL.', 'from')
      if (typeof to !== 'string') throw invalidRequest('to must be a URL.', 'to')
      try {
        return new Made(inUse().add({ from, to }))
      } catch (error) {
        throw error instanceof TypeError ? invalidRequest(error.message) : error
      }
    },
    'DELETE /forwards': () => inUse().replace([]),
    'DELETE /forwards/:id'({ params: { id = '' } }) {
      if (!inUse().remove(id)) throw notFound('No forward has this id.')
      return { id, deleted: true }
    },
  }
}

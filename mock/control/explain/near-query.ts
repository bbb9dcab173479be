import { operations } from '../../../generated/operations'
import { nearest } from '../../../src/core/nearest'
import { shownValue, type Finder, type Finders } from './refused-case'

const largest = 100
const parameters = operations.listEvents.parameters.map(({ name }) => name)

/** Finds the nearest limit to one that is none. */
const nearLimit: Finder = ({ query }) => {
  const sent = query.getAll('limit')
  if (sent.length > 1) {
    const hint = 'The query names limit more than once.'
    return { field: 'limit', sent: sent.join(' and '), right: sent[0], hint }
  }
  const number = Number(sent[0])
  const right =
    Number.isNaN(number) || sent[0]?.trim() === '' ? 20 : Math.min(largest, Math.max(1, Math.floor(number)))
  const hint = `limit is a whole number from 1 to ${largest}.`
  return { field: 'limit', sent: sent[0], right: String(right), hint }
}

/** The near misses of a limit, a cursor or another parameter. */
export const nearQuery = {
  invalidLimit: nearLimit,
  nonIntegerLimit: nearLimit,
  unknownParameter({ query }) {
    const sent = [...query.keys()].find((name) => !parameters.includes(name))
    if (sent === undefined) return undefined
    const right = nearest(sent.slice(0, 200), parameters)
    const hint = `The parameters are ${parameters.join(' and ')}. The nearest one is ${right}.`
    return { field: shownValue(sent), sent: shownValue(sent), right, hint }
  },
  overMaxLimit({ query }) {
    const sent = query.get('limit') ?? ''
    const hint = `limit is ${Number(sent) - largest} more than the ${largest} items that a page can have. Follow nextCursor for the rest.`
    return { field: 'limit', sent, right: String(largest), hint }
  },
  invalidCursor({ query }) {
    const sent = query.getAll('cursor')
    const field = 'cursor'
    if (sent.length > 1) return { field, hint: 'The query names cursor more than once.' }
    if (sent[0] === '') return { field, sent: '', hint: 'For the first page, leave cursor out.' }
    if (!sent[0]?.startsWith('cur_')) {
      const hint =
        'A cursor is the nextCursor of an earlier page, which begins with cur_. An id of an event is none.'
      return { field, sent: sent[0], right: 'cur_...', hint }
    }
    const hint =
      'A cursor counts for its own list, for keys of its own mode, and until the data is reset or restored. Begin again without it.'
    return { field, sent: sent[0], hint }
  },
} satisfies Finders

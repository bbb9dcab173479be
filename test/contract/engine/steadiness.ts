import { Violation } from './outcome'
import type { Check } from './check'
import type { Session } from './session'

/** The most server errors that pass for an accident, and the most requests on each of them. */
const mostAccidents = 3
const requestsEach = 50

/**
 * A check that tells of answers which came right only when the request was sent again; none where there are no such
 * answers. Connections may end at any time (RFC 9112, 9.5), so that only server errors are held against the deployment.
 */
export function steadinessChecks({ client }: Session): Check[] {
  const { flaws, sent } = client
  if (flaws.length === 0) return []
  const errors = flaws.filter((flaw) => flaw === 'server-error').length
  const connections = flaws.length - errors
  const check: Check = {
    id: 'answers-are-steady',
    title: 'no answer comes right only when the request is sent again',
    rules: ['ER-5'],
    restsOn: 'Errors, status codes',
    leavesOpen: 'A gateway may fail once in a while, and connections may end at any time.',
    level: 'should',
    mode: 'read-only',
    needs: [],
    async run() {
      const ended = `${connections} of ${sent} requests were sent again because their connection ended.`
      if (errors === 0) return ended
      const message = `${errors} of ${sent} requests were answered by a server error, and rightly when they were sent again.`
      const isAccident = errors <= mostAccidents || errors * requestsEach <= sent
      throw new Violation(isAccident ? [] : ['ER-5'], connections > 0 ? `${message} ${ended}` : message)
    },
  }
  return [check]
}

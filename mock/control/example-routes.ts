import { requestExamplesOf } from '../document/request-examples'
import type { Settings } from '../settings/settings'
import type { ControlRoutes } from './route'

/** Shows the bodies of requests that the document has as examples, such as events to send. */
export function exampleRoutes({ dialect }: Settings): ControlRoutes {
  return { 'GET /examples': () => ({ data: requestExamplesOf(dialect) }) }
}

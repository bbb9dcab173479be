import type { RequestHandler } from '../http/arrival'
import type { ControlOptions } from './control'

/**
 * Answers the requests below `/__mock`. The routes, the document and the texts of explanations are loaded at the first of these
 * requests: a page that only wants the service is smaller without them.
 */
export function deferControl(options: ControlOptions): RequestHandler {
  let handler: RequestHandler | undefined
  let loading: Promise<RequestHandler> | undefined
  const load = async () => {
    const { createControl } = await import('./control')
    handler = createControl(options)
    return handler
  }
  return async (arrival) => {
    const answer = handler ?? (await (loading ??= load()))
    return answer(arrival)
  }
}

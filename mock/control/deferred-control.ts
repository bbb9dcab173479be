import type { RequestHandler } from '../http/arrival'
import type { ControlOptions } from './control'

/**
 * Answers the requests below `/__mock`. The routes, the document and the texts of explanations are loaded at the first of these
 * requests: a page that only wants the service is smaller without them.
 */
export function deferControl(options: ControlOptions): RequestHandler {
  let control: Promise<RequestHandler> | undefined
  const load = async () => (await import('./control')).createControl(options)
  return async (arrival) => (await (control ??= load()))(arrival)
}

import type { RequestError } from '../errors/request-errors'
import { answerFailure } from './failure'
import type { Plan } from './plan'
import type { Transport } from './transport'

/** What an answer came to. */
export type Result<T> = { data: T; failure?: undefined } | { data?: undefined; failure: RequestError }

/** Judges a whole answer: a success that can be read is data, all else is a failure. */
export function judge<T>(transport: Transport, plan: Plan<T>, response: Response, text: string): Result<T> {
  const data = response.ok ? plan.parse(text) : undefined
  return data === undefined ? { failure: answerFailure(transport, plan, response, text) } : { data }
}

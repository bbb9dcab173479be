import { InvalidRequestError } from './api-errors'
import { given } from './printable'

/** Refuses an argument before anything is sent. The message of the error is the name of the argument and then `message`. */
export function refuse(param: string, message: string, cause?: unknown): never {
  throw new InvalidRequestError(`${param} ${message}`, { code: 'invalid_request', param }, cause)
}

/** Refuses the value of an argument. `cure` says what to give in its place. */
export const refuseValue = (param: string, value: unknown, cure: string): never =>
  refuse(param, `is ${given(value)}: ${cure}`)

import { InvalidRequestError } from './api-errors'

/** Refuses an argument before anything is sent. `message` goes on where the name of the argument ends. */
export function refuse(param: string, message: string, cause?: unknown): never {
  throw new InvalidRequestError(`${param} ${message}`, { code: 'invalid_request', param }, cause)
}

import type { OperationId } from '../../generated/operations'
import type { Outcome } from '../errors/request-errors'
import type { CallOptions } from '../options'
import type { Api } from './api'
import { toJson } from '../transport/json'
import { ApiCall } from './api-call'

const retryable = (outcome: Outcome) => outcome !== 'unknown'

/**
 * Creates a record whose first field is shown once. It reads as a plain string, but neither `JSON.stringify` nor a console shows it:
 * they say how to reach it. Not repeated when it may have been carried out.
 */
export function createWithSecret<Input extends object, T extends object>(
  api: Api,
  operation: OperationId,
  fields: [keyof T & string, ...string[]],
  input: Input,
  check: (input: Input) => unknown,
  options?: CallOptions,
): ApiCall<T, undefined> {
  const [field] = fields
  const run = async () => {
    check(Object(input) as Input)
    const body = toJson('input', input)
    const made = await api.invoke<T>({ operation, retryable, fields, body }, options)
    const { data } = made
    const hidden = { value: () => ({ ...data, [field]: `[shown once, read .${field}]` }) }
    return {
      ...made,
      data: Object.defineProperties(
        { ...data },
        {
          // A getter, since consoles that know nothing of the hook below print no getter's value.
          [field]: { get: () => data[field], enumerable: true },
          toJSON: hidden,
          [Symbol.for('nodejs.util.inspect.custom')]: hidden,
        },
      ),
    }
  }
  return new ApiCall(run())
}

import type { WithResponse } from './api-call'

/**
 * Hides the value of a record that is shown once. The field reads as a plain string, but neither `JSON.stringify` nor a console
 * shows it: they say how to reach it.
 */
export async function withOneTimeSecret<T extends object, Key extends string | undefined>(
  result: Promise<WithResponse<T, Key>>,
  field: keyof T & string,
): Promise<WithResponse<T, Key>> {
  const made = await result
  const { data } = made
  const secret = data[field]
  const hidden = { value: () => ({ ...data, [field]: `[shown once, read .${field}]` }) }
  return {
    ...made,
    data: Object.defineProperties(
      { ...data },
      {
        // A getter, since consoles that know nothing of the hook below print no getter's value.
        [field]: { get: () => secret, enumerable: true },
        toJSON: hidden,
        [Symbol.for('nodejs.util.inspect.custom')]: hidden,
      },
    ),
  }
}

import type { WithResponse } from '../transport/http'

/**
 * Hides the field of a new record that is shown once. It reads as plain text, but neither `JSON.stringify` nor a console shows it: they
 * say how to reach it.
 */
export function hideSecret<T extends object>(
  created: WithResponse<T, undefined>,
  field: keyof T & string,
): WithResponse<T, undefined> {
  const { data } = created
  const hidden = { value: () => ({ ...data, [field]: `[shown once, read .${field}]` }) }
  return {
    ...created,
    data: Object.defineProperties(
      { ...data },
      {
        // A getter: consoles that do not know the symbol below print no getter's value.
        [field]: { get: () => data[field], enumerable: true },
        toJSON: hidden,
        [Symbol.for('nodejs.util.inspect.custom')]: hidden,
      },
    ),
  }
}

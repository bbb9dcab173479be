/**
 * A record with a value that is shown once. The field reads as a plain string, but neither `JSON.stringify` nor a console shows
 * it: they say how to reach it.
 */
export function withOneTimeSecret<T extends object>(record: T, field: keyof T & string): T {
  const secret = record[field]
  const shown = { ...record, [field]: `[shown once, read .${field} to keep it]` }
  const hidden = { value: () => shown }
  return Object.defineProperties(
    { ...record },
    {
      // A getter, since consoles that know none of the hooks below print no getter's value.
      [field]: { get: () => secret, enumerable: true },
      toJSON: hidden,
      [Symbol.for('nodejs.util.inspect.custom')]: hidden,
    },
  )
}

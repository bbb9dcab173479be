import { refuse } from '../errors/refuse'

/** The value behind JSON text, or `undefined` where the text is no JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The JSON text of a value. Refuses by the name of its field a value that JSON cannot carry. */
export function toJson(field: string, value: unknown): string {
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  return text ?? refuse(field, 'must be a value that JSON can carry.', cause)
}

/** The JSON text of an object, field by field, so that the field which JSON cannot carry is refused by its own name. */
export const fieldsToJson = (fields: object): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${toJson(name, value)}`)
    .join(',')}}`

import { refuse } from '../preflight'

/** The value behind JSON text, or nothing where the text is none. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It is none.
  }
}

/** The JSON text of a value. Refuses by the name of its field one that JSON cannot carry. */
export function toJson(field: string, value: unknown): string {
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  return text ?? refuse(field, 'must be JSON.', cause)
}

import type { WithResponse } from '../transport/http'
import type { Log } from '../transport/log'

/**
 * The method of a record that hides one of its fields. It is declared as that of a class, since TypeScript leaves the methods of a class
 * out of a spread copy, where this one is missing too.
 */
export declare abstract class Revealable<T> {
  /**
   * The whole record as a plain object, whose JSON holds the field that is shown once.
   *
   * @example
   * await vault.write(JSON.stringify(webhook.reveal()))
   */
  reveal(): T
}

/**
 * A new record with a field that the service shows once. The field reads as plain text, and stands in what spread and `structuredClone`
 * make of the record. `JSON.stringify` and a console show a hint in its place, and the log gets a warning at the first such JSON of a
 * record. `reveal()` gives the plain record.
 */
export type OneTime<T> = T & Revealable<T>

const inspect = Symbol.for('nodejs.util.inspect.custom')

/**
 * Hides the field of a new record that is shown once.
 *
 * @param noun What a caller is likely to call the record.
 */
export function hideSecret<T extends object>(
  created: WithResponse<T, undefined>,
  field: keyof T & string,
  noun: string,
  log: Log,
): WithResponse<OneTime<T>, undefined> {
  const { data } = created
  const hint = `${noun}.reveal() has it`
  const shown = () => ({ ...data, [field]: `[shown once: ${hint}]` })
  let wasWarned = false
  const toJSON = () => {
    if (!wasWarned) log('warn', `JSON of a new ${noun} lacks its ${field}, which is shown once: ${hint}.`)
    wasWarned = true
    return shown()
  }
  // The service may have fields of these names.
  const method = (value: () => unknown) => ({ value, enumerable: false })
  const record = Object.defineProperties({ ...data } as OneTime<T>, {
    // A getter: consoles that do not know the symbol below print no getter's value.
    [field]: { get: () => data[field], enumerable: true },
    reveal: method(() => ({ ...data })),
    toJSON: method(toJSON),
    [inspect]: method(shown),
  })
  return { ...created, data: record }
}

import { defaultDialect, validateDialect, type CompleteDialect, type Dialect } from '../../generated/dialect'
import { unusableName } from './check-dialect'
import { explainError, schemaAt } from './explain-dialect'

/**
 * A dialect that is wrong. The message names each wrong field and the nearest right value.
 *
 * @example
 * try {
 *   createBackend({ dialect: JSON.parse(text) as Dialect })
 * } catch (error) {
 *   if (error instanceof DialectError) console.error(error.message)
 * }
 */
export class DialectError extends TypeError {
  override readonly name = 'DialectError'
}

/**
 * Completes a dialect with the defaults. Throws a {@link DialectError} when a field is unknown or has a wrong value.
 *
 * @example
 * resolveDialect({ createEventStatus: 200 }).replayEventStatus  // 201
 */
export function resolveDialect(given: Dialect = {}): CompleteDialect {
  const dialect = withoutSchema(given)
  if (!validateDialect(dialect)) {
    // An error within a name is told by the error of the object that has the name.
    const errors = (validateDialect.errors ?? []).filter(({ propertyName }) => propertyName === undefined)
    throw new DialectError([...new Set(errors.map((error) => explainError(error, dialect)))].join(' '))
  }
  const complete = Object.fromEntries(
    Object.entries(defaultDialect).map(([field, preset]) => [
      field,
      completed(field, preset, dialect[field as keyof Dialect]),
    ]),
  ) as CompleteDialect
  const complaint = unusableName(complete)
  if (complaint !== undefined) throw new DialectError(complaint)
  // Whoever gets this dialect may change it: it shares no object with the given dialect, nor with the defaults.
  return structuredClone(complete)
}

/** The dialect without `$schema`, which a file may have for editors. */
function withoutSchema(given: Dialect): Dialect {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { $schema: _schema, ...dialect } = given as Dialect & { $schema?: unknown }
  return dialect
}

/** A field whose parts are all optional is completed part by part, any other field as a whole. */
function completed(field: string, preset: unknown, given: unknown): unknown {
  const { type, required } = schemaAt(`/${field}`)[0] ?? {}
  return type === 'object' && required === undefined
    ? { ...(preset as object), ...(given as object | undefined) }
    : given === undefined
      ? preset
      : given
}

import { at } from '../wire/json'
import { validateDialect, type Dialect } from '../../../generated/dialect'

/** A dialect without what no dialect can state, and what was left out, by its place: `errors.missingKey.code`. */
export interface Statable {
  dialect: Dialect
  leftOut: Readonly<Record<string, unknown>>
}

/**
 * The part of an observed dialect that passes the schema, so that the mock and later runs take it. A broken service may do
 * what no dialect can state. Of a refusal only the unfit part is left out. Any other field is left out as a whole, because
 * its remaining parts could say something else without the unfit one.
 */
export function statable(observed: Dialect): Statable {
  const dialect = structuredClone(observed)
  const leftOut: Record<string, unknown> = {}
  while (!validateDialect(dialect)) {
    const place = unfitPlace(validateDialect.errors ?? [])
    const [last] = place.slice(-1)
    const owner = at(dialect, ['', ...place.slice(0, -1)].join('/')) as Record<string, unknown> | undefined
    if (last === undefined || owner === undefined || !Object.hasOwn(owner, last))
      return { dialect: {}, leftOut: { ...observed } }
    leftOut[place.join('.')] = owner[last]
    delete owner[last]
  }
  return { dialect, leftOut }
}

/** The names that lead to what has to go for the deepest misfit, which is the most exact one. */
function unfitPlace(errors: Misfits): string[] {
  const places = errors.map(({ instancePath, params }) => {
    const extra = params.additionalProperty
    return [...instancePath.split('/').slice(1), ...(typeof extra === 'string' ? [extra] : [])]
  })
  const deepest = places.reduce((one, other) => (other.length > one.length ? other : one), [])
  return deepest.slice(0, deepest[0] === 'errors' ? 3 : 1)
}

/** What a validator of dialects finds wrong. */
export type Misfits = NonNullable<typeof validateDialect.errors>

/**
 * A validator of any library that implements Standard Schema 1 (zod, valibot, arktype and others). Its fields are told at
 * https://standardschema.dev.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of a validator: the value, or the issues that it has. */
export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] }

/**
 * A fault of a value: a sentence for people, and the keys that lead to the faulty part, outermost first. Without a `path` the fault is one
 * of the whole value.
 */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The path of the value that an issue is about, as `data.order.id`. */
export const issuePath = (issue: SchemaIssue): string =>
  ['data', ...(issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part))].join('.')

/** The validator that a catalog has for a type, if it has one. */
export function schemaFor(catalog: object | undefined, type: string): StandardSchema | undefined {
  return catalog && Object.prototype.hasOwnProperty.call(catalog, type)
    ? (catalog as Record<string, StandardSchema>)[type]
    : undefined
}

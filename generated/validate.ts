// Made by `npm run generate` from openapi/. Do not edit.

/** Why a value does not fit its schema. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** Pointer into the document, `#/components/schemas/...`, or else into the schema that was asked for. */
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
  message?: string
}

/** A validator: says whether the value fits and, when it does not, leaves the reasons in `errors`. */
export interface Validate<T> {
  (value: unknown): value is T
  errors?: ValidationError[] | null
}

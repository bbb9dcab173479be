/**
 * The name of a schema, checked. Names that PostgreSQL would have in quotes are refused, because people forget the quotes. It has 36 characters at
 * most, so that the names that are made of it fit the limit of PostgreSQL. Throws a `TypeError` that says what is wanted.
 */
export function checkedSchemaName(text: string): string {
  if (/^(?!pg_)[a-z_][a-z\d_]{0,35}$/.test(text)) return text
  throw new TypeError(
    `A schema is named by small letters, digits and underscores, at most 36, and not with pg_ at its beginning: ${JSON.stringify(text)} is not.`,
  )
}

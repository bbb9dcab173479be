/** The names of the fields in which a dialect differs from another one. */
export function differingFields<Fields extends object>(
  dialect: Fields,
  from: object,
): (keyof Fields & string)[] {
  const others: Readonly<Record<string, unknown>> = { ...from }
  const fields = Object.entries(dialect) as [keyof Fields & string, unknown][]
  return fields
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(others[name]))
    .map(([name]) => name)
}

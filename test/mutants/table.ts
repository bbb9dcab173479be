import type { Mutant } from '../support/breakage'

/** The mutants of a rule, by their ids. */
type Rows = Readonly<Record<string, Omit<Mutant, 'id' | 'rule'>>>

/** The mutants of a table that names them by rule and id. */
export function mutantTable(rules: Readonly<Record<string, Rows>>): Mutant[] {
  return Object.entries(rules).flatMap(([rule, rows]) =>
    Object.entries(rows).map(([id, row]) => ({ id, rule, ...row })),
  )
}

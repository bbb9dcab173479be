import type { Breakage, Mutant } from '../support/breakage'

/** What a mutant breaks, alone or with what its run needs besides. */
type Row = Breakage | Pick<Mutant, 'break' | 'keys' | 'plan'>

/**
 * The mutants of a table that names them by the rules that they break, such as `PG-3 PG-2`, and by their ids. The first rule is the
 * one that has to be found, or one of the others in its place. `shared` is what all of them have.
 */
export function mutantTable(
  rules: Readonly<Record<string, Readonly<Record<string, Row>>>>,
  shared: Pick<Mutant, 'mode' | 'family' | 'plan'> = {},
): Mutant[] {
  return Object.entries(rules).flatMap(([broken, rows]) =>
    Object.entries(rows).map(([id, row]) => ({
      ...{ id, ...rulesOf(broken), ...shared },
      ...(typeof row === 'function' ? { break: row } : row),
    })),
  )
}

/** The rule that a mutant breaks, and the others that may be found in its place. */
export function rulesOf(broken: string): Pick<Mutant, 'rule' | 'besides'> {
  const [rule = '', ...besides] = broken.split(' ')
  return { rule, besides }
}

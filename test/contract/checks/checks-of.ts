import type { Check } from '../engine/check'

/** A check without what it shares with others. It may state any of that in another way. */
type Row<Shared> = Omit<Check, keyof Shared> & Partial<Check>

/**
 * The checks of a table, each completed by what all of them share.
 *
 * @example
 * checksOf({ level: 'must', mode: 'read-only', needs: [] }, [{ id: 'list-answers', title: 'the list answers', rules: ['PG-1'], run }])
 */
export function checksOf<Shared extends Partial<Check>>(
  shared: Shared,
  rows: readonly Row<Shared>[],
): readonly Check[] {
  return rows.map((row) => ({ ...shared, ...row }) as unknown as Check)
}

import { parse } from 'yaml'
import { readText } from '../../support/root'

/** The most that something may weigh, and what this weight is for. */
export interface Allowance {
  most: number
  for: string
}

/** The import of a bundle that a user's bundler would make. */
export interface Bundle extends Allowance {
  /** The import as the user writes it. */
  code: string
  /** Texts that must not be in the bundle: each would show that unneeded code came with the import. */
  without?: string[]
}

type Allowances<Kind = Allowance> = Readonly<Record<string, Kind>>

/** The figures of `budget.yaml`, each by the name of what it bounds. */
export interface Budget {
  /** Lines of code by folder. A file counts in the innermost folder that is named. */
  lines: Allowances
  /** Bytes by bundle, minified and gzipped. */
  bundles: Allowances<Bundle>
  /** Bytes by package, packed. */
  tarballs: Allowances
  /** What installations bring. */
  installations: Allowances
}

/** Reads the budget of the repository. */
export function readBudget(): Budget {
  return parse(readText('test/tools/weight/budget.yaml')) as Budget
}

import type { Scope } from '../../../generated/operations'

/** A key as the suite handles it: its value goes into headers, its label into everything that is shown. */
export interface Key {
  kind: 'live' | 'test' | 'scoped' | 'expired' | 'invalid'
  value: string
  /** A shell variable, so that a shown command can be run. */
  label: string
  scopes?: readonly Scope[]
}

/** Whether what this key makes is test data. */
export function makesTestData(key: Key): boolean {
  return key.value.startsWith('sk_test_')
}

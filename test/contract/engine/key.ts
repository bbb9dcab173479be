import type { Scope } from '../../../generated/operations'
import type { Target } from './target'

/** A key as the suite handles it: its value goes into headers, its label into everything that is shown. */
export interface Key {
  kind: 'live' | 'test' | 'scoped' | 'expired' | 'invalid'
  value: string
  /** A shell variable, so that a shown command can be run. */
  label: string
  scopes?: readonly Scope[]
}

/** The keys of a target, each with its label. */
export function keysOf({ keys: { live, test, scoped = [], expired } }: Target): Key[] {
  return [
    ...(live ? [{ kind: 'live' as const, value: live, label: '$EVENT_DELIVERY_LIVE_KEY' }] : []),
    ...(test ? [{ kind: 'test' as const, value: test, label: '$EVENT_DELIVERY_TEST_KEY' }] : []),
    ...scoped.map(({ value, scopes }, index) => ({
      kind: 'scoped' as const,
      value,
      scopes,
      label: `$EVENT_DELIVERY_SCOPED_KEY_${index + 1}`,
    })),
    ...(expired ? [{ kind: 'expired' as const, value: expired, label: '$EVENT_DELIVERY_EXPIRED_KEY' }] : []),
  ]
}

/** Whether what this key makes is test data. */
export function makesTestData(key: Key): boolean {
  return key.value.startsWith('sk_test_')
}

/** Whether two keys see the same data: that of live or that of test mode. */
export function shareMode(one: Key, other: Key): boolean {
  return makesTestData(one) === makesTestData(other)
}

/** Whether a key carries a scope; a full key carries all of them. */
export function hasScope({ scopes }: Key, scope: Scope): boolean {
  return scopes?.includes(scope) ?? true
}

import type { Scope } from '../../../generated/operations'
import type { Target } from './target'
import { CouldNotRun } from './outcome'

/** A key as the suite handles it: its value goes into headers, its label into everything that is shown. */
export interface Key {
  kind: 'live' | 'test' | 'scoped' | 'expired' | 'invalid'
  value: string
  /** A shell variable, so that a shown command can be run. */
  label: string
  scopes?: readonly Scope[]
}

/** The keys of a target, each with its label, by kinds in the order in which a report names these. */
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

/** The mode whose data a key sees and makes. The full key of this kind can delete what the key made. */
export function modeOf({ value }: Key): FullKind {
  return value.startsWith('sk_test_') ? 'test' : 'live'
}

/** Whether two keys see the same data: that of live or that of test mode. */
export function shareMode(one: Key, other: Key): boolean {
  return modeOf(one) === modeOf(other)
}

/** Whether a key carries a scope; a full key carries all of them. */
export function hasScope({ scopes }: Key, scope: Scope): boolean {
  return scopes?.includes(scope) ?? true
}

/** The kinds of keys that have full access. */
export type FullKind = 'live' | 'test'

/** The keys of a run. */
export interface KeysOfRun {
  /** Those that were given. */
  readonly keys: readonly Key[]
  /** The live and the test key, unless the deployment refuses them. */
  readonly usableKeys: readonly Key[]
}

/** The first usable key of these kinds; `CouldNotRun` where there is none. */
export function requireKey({ keys, usableKeys }: KeysOfRun, ...kinds: readonly FullKind[]): Key {
  const isOfKinds = ({ kind }: Key) => kinds.includes(kind as FullKind)
  const usable = usableKeys.find(isOfKinds)
  if (usable) return usable
  const message = keys.some(isOfKinds)
    ? `The deployment refuses the ${kinds.join(' and the ')} key.`
    : `There is no ${kinds.join(' or ')} key.`
  throw new CouldNotRun(message, kinds.map((kind) => `--${kind}-key`).join(' or '))
}

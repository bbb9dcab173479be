import type { Scope } from '../../../generated/operations'
import type { Target } from './target'
import { CouldNotRun } from './outcome'
import { permits, type Mode } from './vocabulary'

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

/** The kinds of keys that have full access. */
export type FullKind = 'live' | 'test'

/** The keys of a run, and those of them that the deployment refuses. */
export class KeyRing {
  /** The live and the test key, also where they are refused. */
  readonly full: readonly Key[]
  /** Those of them that the deployment does not refuse. */
  usable: readonly Key[]

  constructor(readonly all: readonly Key[]) {
    this.usable = this.full = all.filter(({ kind }) => kind === 'live' || kind === 'test')
  }

  /** The keys that were given, of one kind or of all. */
  of(kind?: Key['kind']): readonly Key[] {
    return this.all.filter((key) => kind === undefined || key.kind === kind)
  }

  refuse(refused: Key): void {
    this.usable = this.usable.filter((key) => key !== refused)
  }

  /** The first usable key of these kinds; `CouldNotRun` where there is none. */
  require(...kinds: readonly FullKind[]): Key {
    const isOfKinds = ({ kind }: Key) => kinds.includes(kind as FullKind)
    const usable = this.usable.find(isOfKinds)
    if (usable) return usable
    const message = this.full.some(isOfKinds)
      ? `The deployment refuses the ${kinds.join(' and the ')} key.`
      : `There is no ${kinds.join(' or ')} key.`
    throw new CouldNotRun(message, kinds.map((kind) => `--${kind}-key`).join(' or '))
  }

  /** The keys that may create events in a mode, the test key first. */
  forEvents(mode: Mode): Key[] {
    const ofTest = this.usable.filter(makesTestData)
    const others = this.usable.filter((key) => permits(mode, 'full') && !makesTestData(key))
    if (ofTest.length + others.length === 0)
      throw new CouldNotRun('There is no key that may create events.', '--test-key')
    return [...ofTest, ...others]
  }
}

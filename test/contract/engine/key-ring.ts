import { CouldNotRun } from './outcome'
import { makesTestData, type Key } from './key'
import { permits, type Mode } from './vocabulary'

/** The kinds of keys that have full access. */
export type FullKind = 'live' | 'test'

/** The keys of a run, and those of them that the deployment refuses. */
export class KeyRing {
  readonly #refused = new Set<Key>()

  constructor(readonly all: readonly Key[]) {}

  /** The keys that were given, of one kind or of all. */
  of(kind?: Key['kind']): readonly Key[] {
    return this.all.filter((key) => kind === undefined || key.kind === kind)
  }

  /** The live and the test key, whether or not the deployment refuses them. */
  full(): readonly Key[] {
    return [...this.of('live'), ...this.of('test')]
  }

  /** The live and the test key, unless the deployment refuses them. */
  usable(): Key[] {
    return this.full().filter((key) => !this.#refused.has(key))
  }

  refuse(key: Key): void {
    this.#refused.add(key)
  }

  isRefused(key: Key): boolean {
    return this.#refused.has(key)
  }

  /** The first usable key of these kinds; `CouldNotRun` where there is none. */
  require(...kinds: readonly FullKind[]): Key {
    const given = this.full().filter(({ kind }) => kinds.some((one) => one === kind))
    const usable = given.find((key) => !this.#refused.has(key))
    if (usable) return usable
    const flags = kinds.map((kind) => `--${kind}-key`).join(' or ')
    throw given.length === 0
      ? new CouldNotRun(`There is no ${kinds.join(' or ')} key.`, flags)
      : new CouldNotRun(`The deployment refuses the ${kinds.join(' and the ')} key.`, flags)
  }

  /** The keys that may create events in a mode, the test key first. */
  forEvents(mode: Mode): Key[] {
    const keys = this.usable().filter((key) => makesTestData(key) || permits(mode, 'full'))
    keys.sort((a, b) => Number(makesTestData(b)) - Number(makesTestData(a)))
    if (keys.length === 0) throw new CouldNotRun('There is no key that may create events.', '--test-key')
    return keys
  }
}

import type { Random } from '../settings/random'

/** A change of a store that may have come from another process. Changes are hints: one that is lost is made up by a look at the store. */
export type StoreChange =
  /** Deliveries fell due, or were added. */
  | { kind: 'due' }
  /** A webhook was removed or disabled: what is under way for it is given up. */
  | { kind: 'webhook-ended'; id: string }
  /** All data was replaced. */
  | { kind: 'replaced' }
  /** A shared setting was changed. */
  | { kind: 'setting'; name: string }
  /** The connection was lost and is there again: anything may have changed meanwhile. */
  | { kind: 'resync' }

/**
 * The things that processes of one service share besides its data: settings as JSON text by name, and notices of changes.
 *
 * @example
 * await store.sharing?.change('clock', () => '{"offset":5000,"frozenAt":null}')
 */
export interface Sharing {
  /** The text of a setting, `undefined` for one that was never written. */
  read(name: string): Promise<string | undefined>
  /**
   * Changes a setting in one atomic step: nobody else changes it between what `change` receives and what it returns.
   * `undefined` leaves the setting as it is. Resolves with the text that the setting has then.
   */
  change(name: string, change: (text: string | undefined) => string | undefined): Promise<string | undefined>
  /**
   * How many milliseconds the clock of the store is ahead of this machine's, as of the last look. All processes of a service go by the
   * clock of their store, so that due times and rates are the same for each. Absent where there is no such clock.
   */
  clockOffset?(): number
  /** Tells a listener of the changes that others made, by other objects of this kind. Returns a function that ends this. */
  watch(listener: (change: StoreChange) => void): () => void
}

/** Throws a `TypeError` for chance that repeats itself: two processes would make the same ids, secrets and keys. */
export function refuseRepeating({ repeats }: Random): void {
  if (!repeats) return
  throw new TypeError(
    'random repeats itself, and a store that several processes share needs chance that does not: leave random out, or use a store in memory.',
  )
}

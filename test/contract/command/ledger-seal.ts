import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import type { FullKind } from '../engine/keys'
import type { Keys } from '../engine/target'

/** The keys that seal a ledger: those with full access, which can delete what it names. */
const kinds: readonly FullKind[] = ['live', 'test']
/** Bytes of a seal: enough that nobody guesses one. */
const sealBytes = 16

/**
 * Seals the lines of one run's ledger with the API keys of the run. Only somebody who has a key, and could delete webhooks with it
 * anyway, can write a line that a clean-up with this key obeys. So the clean-up works on another machine, too, and needs no file besides
 * the ledger.
 */
export class LedgerSeal {
  readonly #secrets = new Map<FullKind, Buffer>()

  /** `run` is the base URL and the prefix of the run: a line of another run's ledger does not fit. */
  constructor(keys: Pick<Keys, FullKind>, run: { baseUrl: string; prefix: string }) {
    for (const kind of kinds) {
      const key = keys[kind]
      // The ledger may be read by others. A slow function keeps them from trying keys one after the other.
      if (key) this.#secrets.set(kind, scryptSync(key, `ledger ${run.prefix} ${run.baseUrl}`, 32))
    }
  }

  /** The kinds of keys that can seal. */
  get kinds(): FullKind[] {
    return [...this.#secrets.keys()]
  }

  /** The kind of key that seals what a key of the kind `owner` made. */
  kindFor(owner: FullKind): FullKind | undefined {
    return this.#secrets.has(owner) ? owner : this.kinds[0]
  }

  /** The seal of a text. Throws where there is no key of this kind. */
  seal(kind: FullKind, text: string): string {
    const secret = this.#secrets.get(kind)
    if (!secret) throw new Error(`There is no ${kind} key to seal with.`)
    return createHmac('sha256', secret).update(text).digest().subarray(0, sealBytes).toString('base64url')
  }

  /** Whether a text was sealed with this run's key of this kind. A file may hold anything in the place of a seal. */
  fits(kind: FullKind, text: string, given: unknown): boolean {
    if (typeof given !== 'string') return false
    const [wanted, seal] = [Buffer.from(this.seal(kind, text)), Buffer.from(given)]
    return wanted.length === seal.length && timingSafeEqual(wanted, seal)
  }
}

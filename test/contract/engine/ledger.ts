import type { Key } from './key'

/** A webhook that the run registered and has to delete. */
export interface LedgerEntry {
  id: string
  key: Key
}

/** What a run created and can delete. Written before the run relies on it. */
export class Ledger {
  readonly #open = new Map<string, LedgerEntry>()

  add(entry: LedgerEntry): void {
    this.#open.set(entry.id, entry)
  }

  remove(id: string): void {
    this.#open.delete(id)
  }

  open(): LedgerEntry[] {
    return [...this.#open.values()]
  }
}

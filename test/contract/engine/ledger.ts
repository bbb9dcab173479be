import { makesTestData, type Key } from './key'

/** A webhook that the run registered and has to delete. */
export interface LedgerEntry {
  id: string
  key: Key
}

/** Which full key can delete what was made. */
type Owner = 'live' | 'test'

/**
 * A line of a ledger that is kept outside the process. It holds no key, only which one made it.
 *
 * @example
 * const lines: LedgerRecord[] = []
 * await runChecks(target, checks, { record: (line) => void lines.push(line) })
 */
export type LedgerRecord =
  | { sends: 'webhook'; url: string; key: Owner }
  | { answered: string }
  | { webhook: string; key: Owner }
  | { deleted: string }
  | { event: string; key: Owner }
  | { scopedKey: string }

/** What a run created. Each line is written before the run relies on what it says. */
export class Ledger {
  readonly #open = new Map<string, LedgerEntry>()
  readonly #unanswered = new Set<string>()

  constructor(private readonly write: (record: LedgerRecord) => void = () => undefined) {}

  /** A registration is about to be sent: until its answer is here a webhook may exist whose id is not known. */
  sends(url: string, key: Key): void {
    this.#unanswered.add(url)
    this.write({ sends: 'webhook', url, key: ownerOf(key) })
  }

  answered(url: string): void {
    if (this.#unanswered.delete(url)) this.write({ answered: url })
  }

  add({ id, key }: LedgerEntry): void {
    this.#open.set(id, { id, key })
    this.write({ webhook: id, key: ownerOf(key) })
  }

  remove(id: string): void {
    if (this.#open.delete(id)) this.write({ deleted: id })
  }

  /** The webhook of this id, where it is known and not deleted. */
  find(id: string): LedgerEntry | undefined {
    return this.#open.get(id)
  }

  /** An event, which nothing deletes. */
  event(id: string, key: Key): void {
    this.write({ event: id, key: ownerOf(key) })
  }

  scopedKey(name: string): void {
    this.write({ scopedKey: name })
  }

  open(): LedgerEntry[] {
    return [...this.#open.values()]
  }

  /** URLs of webhooks whose registration got no answer. */
  unanswered(): string[] {
    return [...this.#unanswered]
  }
}

function ownerOf(key: Key): Owner {
  return makesTestData(key) ? 'test' : 'live'
}

import { reasonOf } from '../wire/client'
import { modeOf, type FullKind, type Key } from './keys'

/** A webhook that the run registered and has to delete. */
export interface LedgerEntry {
  id: string
  key: Key
}

/**
 * A line of a ledger that is kept outside the process. It says which kind of key made something, and holds no key. `sends` comes before a
 * registration of a webhook for `url` is sent, `answered` has that URL once the answer settled it. `webhook` and `event` have the id of what was made,
 * `deleted` that of a webhook which is gone, and `scopedKey` the name under which a key is asked for.
 *
 * @example
 * const lines: LedgerRecord[] = []
 * await runChecks(target, checks, { record: (line) => void lines.push(line) })
 */
export type LedgerRecord =
  | { sends: 'webhook'; url: string; key: FullKind }
  | { answered: string }
  | { webhook: string; key: FullKind }
  | { deleted: string }
  | { event: string; key: FullKind }
  | { scopedKey: string }

/** All that a run created. Each line is written before the run relies on what it says. */
export class Ledger {
  readonly #open = new Map<string, LedgerEntry>()
  readonly #unanswered = new Map<string, Key>()
  readonly #resent = new Set<string>()
  /** Why no further line was written. The run goes on. */
  failure: string | undefined

  constructor(private readonly record?: (record: LedgerRecord) => void) {}

  /** Notes a registration that is about to be sent: until it is answered, a webhook of unknown id may exist. */
  sends(url: string, key: Key): void {
    this.#unanswered.set(url, key)
    this.write({ sends: 'webhook', url, key: modeOf(key) })
  }

  /** Notes that a registration was sent twice: the first sending may have made a webhook that no answer named. */
  resent(url: string): void {
    this.#resent.add(url)
  }

  /** Notes that the answer to a registration settled whether there is a webhook. It settles nothing about one that was sent twice. */
  answered(url: string): void {
    if (!this.#resent.has(url)) this.searched(url)
  }

  /** Notes that the webhooks of a URL were looked for in the lists. */
  searched(url: string): void {
    if (this.#unanswered.delete(url)) this.write({ answered: url })
  }

  add({ id, key }: LedgerEntry): void {
    this.#open.set(id, { id, key })
    this.write({ webhook: id, key: modeOf(key) })
  }

  remove(id: string): void {
    if (this.#open.delete(id)) this.write({ deleted: id })
  }

  /** The webhook of this id; `undefined` where none is known, or it was deleted. */
  find(id: string): LedgerEntry | undefined {
    return this.#open.get(id)
  }

  /** Writes a line, as on an event or a scoped key, which no operation deletes. */
  write(record: LedgerRecord): void {
    if (this.failure !== undefined) return
    try {
      this.record?.(record)
    } catch (error) {
      this.failure = `The ledger could not be kept: ${reasonOf(error)}`
    }
  }

  /** Whether nothing is left to delete or to look for. */
  get isClear(): boolean {
    return this.#open.size + this.#unanswered.size === 0
  }

  /** The webhooks that were not deleted. */
  open(): LedgerEntry[] {
    return [...this.#open.values()]
  }

  /** The registrations whose answer settled nothing. */
  unanswered(): { url: string; key: Key }[] {
    return Array.from(this.#unanswered, ([url, key]) => ({ url, key }))
  }
}

import { appendFileSync, rmSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cannotWrite, isFailingDisk, reasonOf } from '../../../src/core/commands/files'
import { UsageError } from '../../../src/core/commands/usage-error'
import type { FullKind } from '../engine/keys'
import type { LedgerRecord } from '../engine/ledger'
import { oneLine } from '../reports/inert'
import type { Target } from '../engine/target'
import { LedgerSeal } from './ledger-seal'
import type { CommandOptions } from './program'

/** The first line of a ledger. */
export interface LedgerHeader {
  baseUrl: string
  prefix: string
  /** ISO 8601. */
  startedAt: string
}

/** The traces of a run at the deployment, as its ledger tells them. */
export interface LedgerState {
  /** Webhooks that were not deleted, by id, with the kind of key that made each. */
  webhooks: Map<string, FullKind>
  /** URLs of registrations that got no answer, with the kind of key that was used. */
  unanswered: Map<string, FullKind>
  events: number
  scopedKeys: Set<string>
}

/** How a ledger is begun. */
export interface LedgerOptions {
  path: string
  /** Whether the command line names the path. A path that was named has to be one that can be written. */
  isNamed: boolean
  seal: LedgerSeal
  /** Called once, where the disk fails and the ledger is not kept. */
  onLost: (message: string) => void
}

/**
 * Begins a ledger. A disk that fails does not keep the run from being made. Throws a `UsageError` where the path that the command
 * line names is wrong, or another run's ledger stands there.
 */
export async function beginLedger(header: LedgerHeader, options: LedgerOptions): Promise<LedgerFile> {
  const { path, isNamed, seal } = options
  const known = await stat(path).catch(() => undefined)
  // The ledger of another run may be all that is known of the webhooks that it left.
  if (known?.isFile())
    throw new UsageError(
      `--ledger ${path} exists already: name another, or end that run with --cleanup ${path}.`,
    )
  const isDevice = known?.isCharacterDevice() ?? false
  const file = new LedgerFile(emptyState(), { ...options, removable: !isDevice })
  try {
    const first = `${JSON.stringify({ ...header, seals: sealsOf(header, seal) })}\n`
    await writeFile(path, first, { mode: 0o600, flag: isDevice ? 'a' : 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && !known) return beginLedger(header, options)
    if (isNamed && !isFailingDisk(error)) throw cannotWrite('--ledger', path, error)
    file.lose(error)
  }
  return file
}

/** Begins the ledger of a run or a comparison that creates something. `undefined` where the mode creates nothing. */
export async function openLedger(
  { mode, ledger }: CommandOptions,
  { baseUrl, keys }: Target,
  prefix: string,
  onLost: (message: string) => void,
): Promise<LedgerFile | undefined> {
  if (mode === 'read-only') return undefined
  const path = ledger ?? join(tmpdir(), `event-delivery-conformance-${prefix}.jsonl`)
  const header = { baseUrl, prefix, startedAt: new Date().toISOString() }
  const seal = new LedgerSeal(keys, header)
  return beginLedger(header, { path, isNamed: ledger !== undefined, seal, onLost })
}

/** Says which webhooks are left, and how to delete them. */
export function leftBehind(ledger: LedgerFile, cleanUp: string): string {
  const { webhooks, unanswered } = ledger.state
  const what =
    webhooks.size > 0 ? 'Webhooks are left' : 'Webhooks may be left, as no answer settled their registrations'
  if (ledger.isWhole()) return `${what}. Once they can be deleted: ${cleanUp}`
  const named = [...webhooks.keys(), ...[...unanswered.keys()].map((url) => `one for ${url}`)]
  return `${what}, and no ledger holds them. Delete them by hand: ${named.map(oneLine).join(', ')}.`
}

/** Continues a ledger that was read. */
export function continueLedger(path: string, state: LedgerState, seal: LedgerSeal): LedgerFile {
  return new LedgerFile(state, { path, seal, removable: true, onLost: () => undefined })
}

/** The seals of a header, by the kind of key. */
export function sealsOf(header: LedgerHeader, seal: LedgerSeal): Partial<Record<FullKind, string>> {
  return Object.fromEntries(seal.kinds.map((kind) => [kind, seal.seal(kind, headerText(header))]))
}

/** The text of a header that its seals are made of. */
export function headerText({ baseUrl, prefix, startedAt }: LedgerHeader): string {
  return JSON.stringify({ baseUrl, prefix, startedAt })
}

type Keeping = Pick<LedgerOptions, 'path' | 'seal' | 'onLost'> & { removable: boolean }

/**
 * A ledger on disk. It has one JSON value a line, so that a killed run leaves lines that can be read. Where the disk fails, the lines are
 * kept in memory alone.
 */
export class LedgerFile {
  readonly path: string
  /** `cut` where the last write failed, `gapped` where an earlier one did: the file then lacks lines. */
  #file: 'whole' | 'cut' | 'gapped' = 'whole'

  constructor(
    readonly state: Readonly<LedgerState>,
    private readonly keeping: Keeping,
  ) {
    this.path = keeping.path
  }

  /** Whether the file holds all that it should. */
  isWhole(): boolean {
    return this.#file === 'whole'
  }

  /** Whether the deployment may still have a webhook of the run. */
  hasLeft(): boolean {
    return this.state.webhooks.size + this.state.unanswered.size > 0
  }

  /** Writes a line, and returns when it is written. */
  readonly record = (given: LedgerRecord): void => {
    const { path, seal } = this.keeping
    const record = shorten(given)
    const by = kindOf(record, this.state, seal)
    apply(this.state, record, by)
    try {
      // What a full disk cut off would make one damaged line of this one, too.
      appendFileSync(path, `${this.#file === 'cut' ? '\n' : ''}${writeLine(record, by, seal)}\n`)
      if (this.#file === 'cut') this.#file = 'gapped'
    } catch (error) {
      this.lose(error)
    }
  }

  /** Takes note that the disk failed. */
  lose(error: unknown): void {
    if (this.#file === 'whole')
      this.keeping.onLost(
        `The ledger ${this.path} cannot be kept: ${reasonOf(error)}. The run goes on and deletes what it creates, ` +
          'but if it is killed, its webhooks stay.',
      )
    this.#file = 'cut'
  }

  /** Removes the file where no webhook is left. Returns whether none is. */
  settle(): boolean {
    if (this.hasLeft()) return false
    try {
      if (this.keeping.removable) rmSync(this.path, { force: true })
    } catch {
      // On a disk that takes no changes the file stays. It names no webhook that is left.
    }
    return true
  }
}

const plainId = /^evt_[\w-]{1,64}$/
/** The most characters of an id in a ledger. No id is so long, and a broken service may put anything in its place. */
const longestId = 200

/** A record as it is kept. Nothing needs the id of an event. */
function shorten(record: LedgerRecord): LedgerRecord {
  if ('event' in record) return plainId.test(record.event) ? record : { ...record, event: '' }
  if ('webhook' in record) return { ...record, webhook: record.webhook.slice(0, longestId) }
  if ('deleted' in record) return { deleted: record.deleted.slice(0, longestId) }
  return record
}

/** The kind of key that seals a record: the one that can delete what the record is about. */
function kindOf(record: LedgerRecord, state: LedgerState, seal: LedgerSeal): FullKind | undefined {
  if ('deleted' in record) return state.webhooks.get(record.deleted) ?? seal.kinds[0]
  if ('answered' in record) return state.unanswered.get(record.answered) ?? seal.kinds[0]
  return 'key' in record ? seal.kindFor(record.key) : seal.kinds[0]
}

function writeLine(record: LedgerRecord, by: FullKind | undefined, seal: LedgerSeal): string {
  const text = JSON.stringify({ ...record, by })
  return by === undefined ? text : JSON.stringify({ ...record, by, seal: seal.seal(by, text) })
}

export function emptyState(): LedgerState {
  return { webhooks: new Map(), unanswered: new Map(), events: 0, scopedKeys: new Set() }
}

/** Enters a record into a state. `by` is the kind of key that can delete what it is about. */
export function apply(state: LedgerState, record: LedgerRecord, by: FullKind = 'live'): void {
  if ('sends' in record) state.unanswered.set(record.url, by)
  else if ('answered' in record) state.unanswered.delete(record.answered)
  else if ('webhook' in record) state.webhooks.set(record.webhook, by)
  else if ('deleted' in record) state.webhooks.delete(record.deleted)
  else if ('event' in record) state.events += 1
  else if ('scopedKey' in record) state.scopedKeys.add(record.scopedKey)
}

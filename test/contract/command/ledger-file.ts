import { appendFileSync, rmSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { cannotWrite, isFailingDisk, reasonOf } from './files'
import { UsageError } from './usage-error'
import type { LedgerRecord } from '../engine/ledger'
import type { LedgerSeal, SealingKind } from './ledger-seal'

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
  webhooks: Map<string, SealingKind>
  /** URLs of registrations that got no answer, with the kind of key that was used. */
  unanswered: Map<string, SealingKind>
  events: number
  scopedKeys: Set<string>
}

/** A ledger on disk. It has one JSON value a line, so that a killed run leaves lines that can be read. */
export interface LedgerFile {
  path: string
  state: Readonly<LedgerState>
  /** Whether the file holds all that it should. */
  isWhole: () => boolean
  /** Writes a line, and returns when it is written. Where the disk fails, the lines are kept in memory alone. */
  record: (record: LedgerRecord) => void
  /** Removes the file where no webhook is left. Returns whether none is. */
  settle: () => boolean
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
  const file = keepLedger(emptyState(), { ...options, removable: !isDevice })
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

/** Continues a ledger that was read. */
export function continueLedger(path: string, state: LedgerState, seal: LedgerSeal): LedgerFile {
  return keepLedger(state, { path, seal, removable: true, onLost: () => undefined })
}

/** The seals of a header, by the kind of key. */
export function sealsOf(header: LedgerHeader, seal: LedgerSeal): Partial<Record<SealingKind, string>> {
  return Object.fromEntries(seal.kinds.map((kind) => [kind, seal.seal(kind, headerText(header))]))
}

/** The text of a header that its seals are made of. */
export function headerText({ baseUrl, prefix, startedAt }: LedgerHeader): string {
  return JSON.stringify({ baseUrl, prefix, startedAt })
}

type Keeping = Pick<LedgerOptions, 'path' | 'seal' | 'onLost'> & { removable: boolean }

/** Keeps a ledger's state, and writes each change of it to the file. */
function keepLedger(
  state: LedgerState,
  { path, seal, removable, onLost }: Keeping,
): LedgerFile & { lose: (error: unknown) => void } {
  let [isWhole, isCut] = [true, false]
  const lose = (error: unknown) => {
    if (isWhole)
      onLost(
        `The ledger ${path} cannot be kept: ${reasonOf(error)}. The run goes on and deletes what it creates, ` +
          'but if it is killed, its webhooks stay.',
      )
    isWhole = false
    isCut = true
  }
  return {
    path,
    state,
    lose,
    isWhole: () => isWhole,
    record(given) {
      const record = shorten(given)
      const by = kindOf(record, state, seal)
      apply(state, record, by)
      try {
        // What a full disk cut off would make one damaged line of this one, too.
        appendFileSync(path, `${isCut ? '\n' : ''}${writeLine(record, by, seal)}\n`)
        isCut = false
      } catch (error) {
        lose(error)
      }
    },
    settle() {
      if (state.webhooks.size > 0 || state.unanswered.size > 0) return false
      try {
        if (removable) rmSync(path, { force: true })
      } catch {
        // On a disk that takes no changes the file stays. It names no webhook that is left.
      }
      return true
    },
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
function kindOf(record: LedgerRecord, state: LedgerState, seal: LedgerSeal): SealingKind | undefined {
  if ('deleted' in record) return state.webhooks.get(record.deleted) ?? seal.kinds[0]
  if ('answered' in record) return state.unanswered.get(record.answered) ?? seal.kinds[0]
  return 'key' in record ? seal.kindFor(record.key) : seal.kinds[0]
}

function writeLine(record: LedgerRecord, by: SealingKind | undefined, seal: LedgerSeal): string {
  const text = JSON.stringify({ ...record, by })
  return by === undefined ? text : JSON.stringify({ ...record, by, seal: seal.seal(by, text) })
}

export function emptyState(): LedgerState {
  return { webhooks: new Map(), unanswered: new Map(), events: 0, scopedKeys: new Set() }
}

/** Enters a record into a state. `by` is the kind of key that can delete what it is about. */
export function apply(state: LedgerState, record: LedgerRecord, by: SealingKind = 'live'): void {
  if ('sends' in record) state.unanswered.set(record.url, by)
  else if ('answered' in record) state.unanswered.delete(record.answered)
  else if ('webhook' in record) state.webhooks.set(record.webhook, by)
  else if ('deleted' in record) state.webhooks.delete(record.deleted)
  else if ('event' in record) state.events += 1
  else if ('scopedKey' in record) state.scopedKeys.add(record.scopedKey)
}

import { appendFileSync, rmSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { cannotWrite, readText } from './files'
import { UsageError } from './usage-error'
import type { LedgerRecord } from '../engine/ledger'

/** The first line of a ledger. */
export interface LedgerHeader {
  baseUrl: string
  prefix: string
  /** ISO 8601. */
  startedAt: string
}

/** What a ledger says of the deployment's state. */
export interface LedgerState {
  /** Webhooks that were not deleted, by id, with the kind of key that made each. */
  webhooks: Map<string, string>
  /** URLs of registrations that got no answer, with the kind of key that was used. */
  unanswered: Map<string, string>
  events: number
  scopedKeys: Set<string>
}

/** A ledger on disk, one JSON value a line, so that what a killed run wrote can be read. */
export interface LedgerFile {
  path: string
  /** Returns when the line is written. */
  record: (record: LedgerRecord) => void
  /** Deletes the file where nothing is left that could be deleted. Returns whether it did. */
  settle: () => boolean
}

/** Begins a ledger. Throws a `UsageError` where it cannot be, or another run has one there. */
export async function beginLedger(path: string, header: LedgerHeader): Promise<LedgerFile> {
  try {
    // Another run's may be all that is known of what it has left, or is about to leave.
    await writeFile(path, `${JSON.stringify(header)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const known = await stat(path).catch(() => undefined)
    if (!known?.isFile()) throw cannotWrite('--ledger', path, error)
    throw new UsageError(
      `--ledger ${path} exists already: name another, or end that run with --cleanup ${path}.`,
    )
  }
  return continueLedger(path, emptyState())
}

const plainId = /^evt_[\w-]{1,64}$/

/** Goes on with a ledger whose state is known. */
export function continueLedger(path: string, state: LedgerState): LedgerFile {
  return {
    path,
    record(record) {
      apply(state, record)
      // Events are only counted, and a broken service may answer with anything in the place of an id.
      const line = 'event' in record && !plainId.test(record.event) ? { ...record, event: '' } : record
      appendFileSync(path, `${JSON.stringify(line)}\n`)
    },
    settle() {
      if (state.webhooks.size > 0 || state.unanswered.size > 0) return false
      rmSync(path, { force: true })
      return true
    },
  }
}

/** A run makes its own, and what bears it is deleted: a word that others use must not pass for one. */
const prefixForm = /^edc[0-9a-z]{6,30}$/

/**
 * Reads a ledger. A last line that was cut off is left out: what it says was not relied on. Of another line that is
 * damaged nothing is known, so it stands for a registration without an answer. Throws a `UsageError` where the file is no
 * ledger.
 */
export async function readLedger(path: string): Promise<{ header: LedgerHeader; state: LedgerState }> {
  const [first = '', ...lines] = (await readText('--cleanup', path)).split('\n')
  const header = parse(first) as Partial<LedgerHeader> | null | undefined
  if (typeof header?.baseUrl !== 'string' || !prefixForm.test(String(header.prefix))) {
    throw new UsageError(
      `--cleanup ${path} is no ledger, or damaged: the run that made one printed its path.`,
    )
  }
  const state = emptyState()
  lines.pop()
  for (const [index, line] of lines.entries()) {
    const record = parse(line)
    if (isRecord(record)) apply(state, record)
    else
      for (const key of ['live', 'test'])
        state.unanswered.set(`line ${index + 2}, which is damaged, ${key}`, key)
  }
  return { header: header as LedgerHeader, state }
}

function isRecord(value: unknown): value is LedgerRecord {
  const texts =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  return (
    texts && ['sends', 'answered', 'webhook', 'deleted', 'event', 'scopedKey'].some((name) => name in value)
  )
}

function emptyState(): LedgerState {
  return { webhooks: new Map(), unanswered: new Map(), events: 0, scopedKeys: new Set() }
}

function apply(state: LedgerState, record: LedgerRecord): void {
  if ('sends' in record) state.unanswered.set(record.url, record.key)
  else if ('answered' in record) state.unanswered.delete(record.answered)
  else if ('webhook' in record) state.webhooks.set(record.webhook, record.key)
  else if ('deleted' in record) state.webhooks.delete(record.deleted)
  else if ('event' in record) state.events += 1
  else if ('scopedKey' in record) state.scopedKeys.add(record.scopedKey)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { assertWritable, FileError, readText } from './files'
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

/** Begins a ledger; its file is made with its first line. Throws a `FileError` where it cannot be. */
export async function beginLedger(path: string, header: LedgerHeader): Promise<LedgerFile> {
  await assertWritable('--ledger', path)
  // It may be all that is known of what another run has left.
  if (existsSync(path)) throw new FileError(`--ledger ${path} exists already.`)
  let begun = false
  return continueLedger(path, emptyState(), () => {
    if (!begun) writeFileSync(path, `${JSON.stringify(header)}\n`, { mode: 0o600, flag: 'wx' })
    begun = true
  })
}

/** Goes on with a ledger whose state is known. */
export function continueLedger(
  path: string,
  state: LedgerState,
  before: () => void = () => undefined,
): LedgerFile {
  return {
    path,
    record(record) {
      before()
      apply(state, record)
      appendFileSync(path, `${JSON.stringify(record)}\n`)
    },
    settle() {
      if (state.webhooks.size > 0 || state.unanswered.size > 0) return false
      rmSync(path, { force: true })
      return true
    },
  }
}

/** Reads a ledger. A last line that was cut off is left out. Throws a `FileError` where the file is none. */
export async function readLedger(path: string): Promise<{ header: LedgerHeader; state: LedgerState }> {
  const [first = '', ...lines] = (await readText('--cleanup', path)).split('\n')
  const header = parse(first) as Partial<LedgerHeader> | undefined
  if (typeof header?.baseUrl !== 'string' || typeof header.prefix !== 'string') {
    throw new FileError(`--cleanup ${path} is no ledger.`)
  }
  const state = emptyState()
  for (const line of lines) {
    const record = parse(line)
    if (typeof record === 'object' && record !== null) apply(state, record as LedgerRecord)
  }
  return { header: header as LedgerHeader, state }
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

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

/** The traces of a run at the deployment, as its ledger tells them. */
export interface LedgerState {
  /** Webhooks that were not deleted, by id, with the kind of key that made each. */
  webhooks: Map<string, string>
  /** URLs of registrations that got no answer, with the kind of key that was used. */
  unanswered: Map<string, string>
  events: number
  scopedKeys: Set<string>
}

/** A ledger on disk. It has one JSON value a line, so that a killed run leaves lines that can be read. */
export interface LedgerFile {
  path: string
  /** Writes a line, and returns when it is written. */
  record: (record: LedgerRecord) => void
  /** Removes the file where no webhook is left. Returns whether it did. */
  settle: () => boolean
}

/** Begins a ledger. Throws a `UsageError` where it cannot be written, or another run's stands there. */
export async function beginLedger(path: string, header: LedgerHeader): Promise<LedgerFile> {
  try {
    // The ledger of another run may be all that is known of the webhooks that it left.
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

/** Continues a ledger from a state. */
export function continueLedger(path: string, state: LedgerState): LedgerFile {
  return {
    path,
    record(record) {
      apply(state, record)
      // Nothing needs the id of an event, and a broken service may put anything in its place.
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

/** The form of a run's prefix. Webhooks that bear a prefix are deleted, so that no ordinary word may pass for one. */
const prefixForm = /^edc[0-9a-z]{6,30}$/

/**
 * Reads a ledger. A last line that was cut off is left out: the run did not get to rely on it. Any other damaged line
 * counts as a registration without an answer. Throws a `UsageError` where the file is no ledger.
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

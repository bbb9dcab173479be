import { writeFile } from 'node:fs/promises'
import { continueLedger, sealsOf, emptyState, type LedgerHeader } from '../contract/command/ledger-file'
import { LedgerSeal } from '../contract/command/ledger-seal'
import { mockKeys } from '../support/backend'
import type { LedgerRecord } from '@event-delivery/conformance'
import type { FullKind } from '../contract/engine/keys'

/** Writes the ledger that a run with these keys would have left. */
export async function writeLedger(
  path: string,
  { baseUrl, prefix }: { baseUrl: string; prefix: string },
  records: readonly LedgerRecord[],
  keys: Partial<Record<FullKind, string>> = { live: mockKeys.live, test: mockKeys.test },
): Promise<void> {
  const header: LedgerHeader = { baseUrl, prefix, startedAt: new Date().toISOString() }
  const seal = new LedgerSeal(keys, header)
  await writeFile(path, `${JSON.stringify({ ...header, seals: sealsOf(header, seal) })}\n`)
  const { record } = continueLedger(path, emptyState(), seal)
  for (const one of records) record(one)
}

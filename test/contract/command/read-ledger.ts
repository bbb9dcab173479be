import { apply, emptyState, headerText, type LedgerHeader, type LedgerState } from './ledger-file'
import { LedgerSeal, type SealingKind } from './ledger-seal'
import { oneLine } from '../reports/inert'
import { readText } from './files'
import { shellWord } from '../wire/shell'
import { UsageError } from './usage-error'
import type { Keys } from '../engine/target'
import type { LedgerRecord } from '../engine/ledger'

/** A ledger that was read. Everything in it was written by a run that had the keys, or waits for a key that was not given. */
export interface ReadLedger {
  header: LedgerHeader
  state: LedgerState
  seal: LedgerSeal
}

/** The form of a run's prefix. Webhooks that bear a prefix are deleted, so that no ordinary word may pass for one. */
const prefixForm = /^edc[0-9a-z]{6,30}$/

/** A line of a ledger: `undefined` where it is damaged. */
type Line = (LedgerRecord & { by?: SealingKind; seal?: string }) | undefined

/**
 * Reads a ledger. A last line that was cut off is left out: the run did not get to rely on it. Any other damaged line
 * counts as a registration without an answer. Throws a `UsageError` where the file is no ledger of `baseUrl`, or not sealed with
 * these keys.
 */
export async function readLedger(path: string, baseUrl: string, keys: Keys): Promise<ReadLedger> {
  const [first = '', ...rest] = (await readText('--cleanup', path)).split('\n')
  const header = parse(first) as Partial<LedgerHeader> | null | undefined
  if (typeof header?.baseUrl !== 'string' || !prefixForm.test(String(header.prefix)))
    throw new UsageError(
      `--cleanup ${path} is no ledger, or damaged: the run that made one printed its path.`,
    )
  // Anybody may have written the ledger: it may not decide where keys are sent.
  if (header.baseUrl !== baseUrl)
    throw new UsageError(`--cleanup ${path} is of ${oneLine(header.baseUrl)}, and --base-url is another.`)
  const whole = header as LedgerHeader & { seals?: Partial<Record<SealingKind, string>> }
  rest.pop()
  // A full disk leaves empty lines between those that it took.
  const lines = rest.map((text, index) => ({ place: index + 2, text })).filter(({ text }) => text !== '')
  const parsed = lines.map(({ place, text }) => ({ place, line: asLine(parse(text)) }))
  const seal = new LedgerSeal(keys, whole)
  const { seals = {} } = whole
  const sealing = seal.kinds.filter((kind) => seals[kind] !== undefined)
  const isSealed = Object.keys(seals).length > 0
  if (
    !isSealed ||
    sealing.some((kind) => !fits(seal, kind, headerText(whole), seals[kind])) ||
    parsed.some(({ line }) => line && !isGenuine(seal, line))
  )
    throw notSealed(path, baseUrl, namedBy(parsed.map(({ line }) => line)))
  const state = emptyState()
  for (const { place, line } of parsed) {
    if (line) apply(state, line, line.by)
    else for (const kind of sealing) state.unanswered.set(`line ${place}, which is damaged, ${kind}`, kind)
  }
  return { header: whole, state, seal }
}

/** Whether a line was sealed with the key that it names. Nothing tells that of a key that was not given, and nothing is done with it. */
function isGenuine(
  seal: LedgerSeal,
  { seal: given, ...record }: LedgerRecord & { by?: SealingKind; seal?: string },
) {
  const { by } = record
  if (by !== 'live' && by !== 'test') return false
  return !seal.kinds.includes(by) || fits(seal, by, JSON.stringify(record), given)
}

function fits(seal: LedgerSeal, kind: SealingKind, text: string, given: unknown): boolean {
  return typeof given === 'string' && seal.fits(kind, text, given)
}

/** The webhooks that lines name as not deleted. */
function namedBy(lines: readonly Line[]): string[] {
  const state = emptyState()
  for (const line of lines) if (line) apply(state, line)
  return [...state.webhooks.keys()]
}

const mostNamed = 20

/** The error of a ledger that nobody who had these keys wrote as it stands. It says what can be done by hand. */
function notSealed(path: string, baseUrl: string, ids: readonly string[]): UsageError {
  const named = ids.slice(0, mostNamed).map((id) => oneLine(id.slice(0, 80)))
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''
  const byHand =
    named.length === 0
      ? 'It names no webhook.'
      : `It names the webhooks ${named.join(', ')}${more}. Look at them: those that are yours can be deleted by hand with ` +
        `curl -X DELETE -H "Authorization: Bearer $EVENT_DELIVERY_LIVE_KEY" ${shellWord(`${baseUrl}/v1/webhooks/`)}ID, ` +
        'or with the test key.'
  return new UsageError(
    `--cleanup ${path} was not sealed with the keys of this command line: another run's keys, another author, or a change ` +
      `made since. Nothing was deleted. ${byHand}`,
  )
}

function asLine(value: unknown): Line {
  const texts =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => typeof one === 'string')
  const names = ['sends', 'answered', 'webhook', 'deleted', 'event', 'scopedKey']
  return texts && names.some((name) => name in value) ? (value as Line) : undefined
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

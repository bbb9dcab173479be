import { cleanUp, listWebhooks } from '../engine/clean-up'
import { count } from '../reports/appearance'
import { findObstacle } from '../engine/preflight'
import { oneLine } from '../reports/inert'
import { isAddressable } from '../engine/request'
import { isRecord, parseJson } from '../wire/json'
import { Session } from '../engine/session'
import {
  continueLedger,
  type LedgerFile,
  type LedgerState,
  apply,
  emptyState,
  headerText,
  type LedgerHeader,
} from './ledger-file'
import { UsageError } from '../../../src/core/commands/usage-error'
import { LedgerSeal } from './ledger-seal'
import { readText } from '../../../src/core/commands/files'
import { shellWord } from '../../../src/core/shell'
import type { RunOptions } from '../engine/options'
import type { Target, Keys } from '../engine/target'
import type { FullKind } from '../engine/keys'
import type { LedgerRecord } from '../engine/ledger'

/**
 * Deletes the webhooks that a ledger holds and says what cannot be deleted. Resolves to the exit status: 0 where no
 * webhook is left, else 2.
 */
export async function cleanUpAfter(
  path: string,
  target: Target,
  options: RunOptions & { signal: AbortSignal },
  print: (text: string) => void,
): Promise<number> {
  const { header, state, seal } = readLedger(path, target.baseUrl, target.keys)
  const file = continueLedger(path, state, seal)
  const known = state.webhooks.size
  const reasons = new Map<string, string>()
  for (const kind of ['live', 'test'] as const) {
    const key = target.keys[kind]
    if (key === undefined) continue
    // A seal made with one key gives no right to use the other one.
    const own = { ...target, keys: { [kind]: key } }
    const session = new Session(own, { ...options, prefix: header.prefix, record: file.record })
    await cleanUpWith(session, kind, state, { path, signal: options.signal, reasons })
  }
  const left = [...state.webhooks]
  print(`${known - left.length} of ${count(known, 'webhook')} of the run ${header.prefix} deleted.`)
  const why = (name: string, kind: FullKind) =>
    target.keys[kind] === undefined ? `, for which --${kind}-key is needed` : (reasons.get(name) ?? '')
  for (const [id, kind] of left) print(`Not deleted: the webhook ${oneLine(id)}${why(id, kind)}.`)
  for (const [url, kind] of state.unanswered) {
    print(
      `Not found: a webhook for ${oneLine(url)} may exist. Nothing tells its id, and no list shows it${why(url, kind)}.`,
    )
  }
  return conclude(file, header.prefix, print)
}

/** Deletes the webhooks that a key made, and notes why one cannot be deleted. */
async function cleanUpWith(
  session: Session,
  kind: FullKind,
  state: LedgerState,
  { path, signal, reasons }: { path: string; signal: AbortSignal; reasons: Map<string, string> },
): Promise<void> {
  const of = (all: ReadonlyMap<string, FullKind>) =>
    [...all].flatMap(([name, by]) => (by === kind ? name : []))
  const [ids, urls] = [of(state.webhooks), of(state.unanswered)]
  const [key] = session.keys
  if (!key || ids.length + urls.length === 0) return
  const { reason: unreachable } = await findObstacle(session, signal)
  if (unreachable !== undefined)
    throw new UsageError(`${unreachable} Nothing was deleted: ${path} holds what is left.`)
  // A deployment that answered a registration with the id of another webhook is not helped to lose that one.
  const listed = await listWebhooks(session, key, signal)
  for (const id of ids) {
    const url = listed.urls.get(id)
    if (url !== undefined && !url.includes(`/${session.prefix}/`))
      reasons.set(id, `: its URL ${oneLine(url)} is not one of the run`)
    else if (!isAddressable(id)) reasons.set(id, ': no path can hold its id')
    else session.ledger.add({ id, key })
  }
  for (const url of urls) session.ledger.sends(url, key)
  await cleanUp(session)
  if (session.usableKeys.includes(key)) return
  for (const name of [...ids, ...urls]) reasons.set(name, `: the deployment refuses the ${kind} key`)
}

/** Says what stays, and resolves to the exit status. */
function conclude(file: LedgerFile, prefix: string, print: (text: string) => void): number {
  const { events, scopedKeys } = file.state
  if (events > 0) print(`Events cannot be deleted: ${events} stay, their types begin with ${prefix}.`)
  for (const name of scopedKeys)
    print(`Keys cannot be deleted here: the scoped key "${oneLine(name)}" ends by itself.`)
  if (file.settle()) return 0
  print(`What is left stands in ${file.path}.`)
  return 2
}

/** The form of a run's prefix. Webhooks that bear a prefix are deleted, so that no ordinary word may pass for one. */
const prefixForm = /^edc[0-9a-z]{6,30}$/

/** A line of a ledger: `undefined` where it is damaged. */
type Line = (LedgerRecord & { by?: FullKind; seal?: string }) | undefined

/**
 * Reads a ledger. Everything in it was written by a run that had the keys, or waits for a key that was not given. A last line that
 * was cut off is left out: the run did not get to rely on it. Any other damaged line counts as a registration without an answer.
 * Throws a `UsageError` where the file is no ledger of `baseUrl`, or not sealed with these keys.
 */
function readLedger(path: string, baseUrl: string, keys: Keys) {
  const [first = '', ...rest] = readText('--cleanup', path).split('\n')
  const header = parseJson(first) as Partial<LedgerHeader> | null | undefined
  if (typeof header?.baseUrl !== 'string' || !prefixForm.test(String(header.prefix)))
    throw new UsageError(
      `--cleanup ${path} is no ledger, or damaged: the run that made one printed its path.`,
    )
  // Anybody may have written the ledger: it may not decide where keys are sent.
  if (header.baseUrl !== baseUrl)
    throw new UsageError(`--cleanup ${path} is of ${oneLine(header.baseUrl)}, and --base-url is another.`)
  const whole = header as LedgerHeader & { seals?: Partial<Record<FullKind, string>> }
  rest.pop()
  // A full disk leaves empty lines between those that it took.
  const lines = rest.map((text, index) => ({ place: index + 2, text })).filter(({ text }) => text !== '')
  const parsed = lines.map(({ place, text }) => ({ place, line: asLine(parseJson(text)) }))
  const seal = new LedgerSeal(keys, whole)
  const { seals = {} } = whole
  const sealing = seal.kinds.filter((kind) => seals[kind] !== undefined)
  const isSealed = Object.keys(seals).length > 0
  if (
    !isSealed ||
    sealing.some((kind) => !seal.fits(kind, headerText(whole), seals[kind])) ||
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
function isGenuine(seal: LedgerSeal, { seal: given, ...record }: NonNullable<Line>) {
  const { by } = record
  if (by !== 'live' && by !== 'test') return false
  return !seal.kinds.includes(by) || seal.fits(by, JSON.stringify(record), given)
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
  if (!isRecord(value) || !Object.values(value).every((one) => typeof one === 'string')) return undefined
  const names = ['sends', 'answered', 'webhook', 'deleted', 'event', 'scopedKey']
  return names.some((name) => name in value) ? (value as Line) : undefined
}

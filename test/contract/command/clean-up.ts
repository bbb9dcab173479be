import { cleanUp, listWebhooks } from '../engine/clean-up'
import { count } from '../reports/appearance'
import { findObstacle } from '../engine/preflight'
import { oneLine } from '../reports/inert'
import { readLedger } from './read-ledger'
import { isAddressable } from '../engine/route'
import { Session } from '../engine/session'
import { continueLedger, type LedgerFile, type LedgerState } from './ledger-file'
import { UsageError } from './usage-error'
import type { RunOptions } from '../engine/options'
import type { SealingKind } from './ledger-seal'
import type { Target } from '../engine/target'

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
  const { header, state, seal } = await readLedger(path, target.baseUrl, target.keys)
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
  const why = (name: string, kind: SealingKind) =>
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
  kind: SealingKind,
  state: LedgerState,
  { path, signal, reasons }: { path: string; signal: AbortSignal; reasons: Map<string, string> },
): Promise<void> {
  const of = (all: ReadonlyMap<string, SealingKind>) =>
    [...all].flatMap(([name, by]) => (by === kind ? name : []))
  const [ids, urls] = [of(state.webhooks), of(state.unanswered)]
  const [key] = session.keys.all
  if (!key || ids.length + urls.length === 0) return
  const unreachable = await findObstacle(session, signal)
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
  if (!session.keys.isRefused(key)) return
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

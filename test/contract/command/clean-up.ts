import { cleanUp } from '../engine/clean-up'
import { count } from '../reports/appearance'
import { findObstacle } from '../engine/preflight'
import { Session } from '../engine/session'
import { continueLedger, readLedger } from './ledger-file'
import { UsageError } from './usage-error'
import type { RunOptions } from '../engine/options'
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
  const { header, state } = await readLedger(path)
  // Anybody may have written the ledger: it may not decide where keys are sent.
  if (header.baseUrl !== target.baseUrl) {
    throw new UsageError(`--cleanup ${path} is of ${header.baseUrl}, and --base-url is another.`)
  }
  const file = continueLedger(path, state)
  const session = new Session(target, { ...options, prefix: header.prefix, record: file.record })
  const unreachable = await findObstacle(session, options.signal)
  if (unreachable !== undefined)
    throw new UsageError(`${unreachable} Nothing was deleted: ${path} holds what is left.`)
  const ownerOf = (kind: string) => session.keys.all.find((key) => key.kind === kind)
  const known = [...state.webhooks]
  for (const [id, kind] of known) {
    const key = ownerOf(kind)
    if (key) session.ledger.add({ id, key })
  }
  for (const [url, kind] of [...state.unanswered]) {
    const key = ownerOf(kind)
    if (key) session.ledger.sends(url, key)
  }
  await cleanUp(session)
  const left = [...state.webhooks]
  print(
    `${known.length - left.length} of ${count(known.length, 'webhook')} of the run ${header.prefix} deleted.`,
  )
  const why = (kind: string) => {
    const key = ownerOf(kind)
    if (!key) return `, for which --${kind}-key is needed`
    return session.keys.isRefused(key) ? `: the deployment refuses the ${kind} key` : ''
  }
  for (const [id, kind] of left) print(`Not deleted: the webhook ${id}${why(kind)}.`)
  for (const [url, kind] of state.unanswered) {
    print(
      `Not found: a webhook for ${url} may exist. Nothing tells its id, and no list shows it${why(kind)}.`,
    )
  }
  if (state.events > 0) {
    print(`Events cannot be deleted: ${state.events} stay, their types begin with ${header.prefix}.`)
  }
  for (const name of state.scopedKeys)
    print(`Keys cannot be deleted here: the scoped key "${name}" ends by itself.`)
  if (file.settle()) return 0
  print(`What is left stands in ${path}.`)
  return 2
}

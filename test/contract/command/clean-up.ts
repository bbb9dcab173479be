import { cleanUp } from '../engine/clean-up'
import { Session } from '../engine/session'
import { continueLedger, readLedger } from './ledger-file'
import { FileError } from './files'
import type { RunOptions } from '../engine/options'
import type { Target } from '../engine/target'

/**
 * Deletes the webhooks that a ledger holds and says what cannot be deleted. Resolves to the exit status: 0 where no
 * webhook is left, else 2.
 */
export async function cleanUpAfter(
  path: string,
  target: Target,
  options: RunOptions,
  print: (text: string) => void,
): Promise<number> {
  const { header, state } = await readLedger(path)
  // A ledger is a file of anybody's: it may not say where keys are sent.
  if (header.baseUrl !== target.baseUrl) {
    throw new FileError(`--cleanup ${path} is of ${header.baseUrl}, and --base-url is another.`)
  }
  const file = continueLedger(path, state)
  const session = new Session(target, { ...options, prefix: header.prefix, record: file.record })
  const ownerOf = (kind: string) => session.keys.find((key) => key.kind === kind)
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
  print(`${known.length - left.length} of ${known.length} webhooks of the run ${header.prefix} deleted.`)
  for (const [id, kind] of left) {
    print(`Not deleted: the webhook ${id}${ownerOf(kind) ? '' : `, for which --${kind}-key is needed`}.`)
  }
  for (const [url] of state.unanswered) {
    print(`Not found: a webhook for ${url} may exist. Its registration got no answer, and no list shows it.`)
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

import { newPrefix } from '../engine/session'
import { openLedger } from './ledger-file'
import { startReceiver } from './receiver'
import type { CommandOptions, RunSurroundings } from './program'
import type { PreparedRun } from './prepare'

/**
 * Opens the receiver and the ledger of a run, and then prints `lines` and where deliveries are taken. An option by which one of both
 * cannot be opened is told before anything else.
 */
export async function openRun(
  options: CommandOptions,
  { target, network }: PreparedRun,
  { print, complain }: Pick<RunSurroundings, 'print' | 'complain'>,
  lines: readonly string[],
  onLost: (message: string) => void = complain,
) {
  const prefix = newPrefix()
  const told = [...lines]
  const output = { print: (line: string) => void told.push(line), complain }
  const receiver = await startReceiver(options, prefix, network, output)
  try {
    const ledger = await openLedger(options, target, prefix, onLost)
    told.forEach(print)
    return { prefix, receiver, ledger }
  } catch (error) {
    await receiver?.close()
    throw error
  }
}

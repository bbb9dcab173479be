import { readdirSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLoopback } from '../../../src/core/url'
import { listenForDeliveries } from '../receiver/listen'
import { reasonOf, writeText } from '../../../src/core/commands/files'
import { UsageError } from '../../../src/core/commands/usage-error'
import type { CommandOptions, Output } from './program'
import type { Network } from './network'
import type { Receiver } from '../receiver/receiver'

/** Whether a run takes deliveries: where its flags say so, and by itself for a deployment on this machine. */
export function takesDeliveries({ baseUrl, mode, receiverListen, receiverUrl }: CommandOptions): boolean {
  const wanted = receiverListen !== undefined || receiverUrl !== undefined
  return mode === 'full' && (wanted || (baseUrl !== undefined && isLoopback(new URL(baseUrl).hostname)))
}

/** Listens for deliveries where the run takes them, and prints which authority the service under test has to trust. */
export async function startReceiver(
  options: CommandOptions,
  prefix: string,
  { fetch }: Network,
  { print, complain }: Output,
): Promise<Receiver | undefined> {
  if (!takesDeliveries(options)) return undefined
  const { receiverListen, receiverUrl: url, receiverCaOut } = options
  const receiver = await listenForDeliveries({ ...receiverListen, url, fetch }).catch((error: unknown) => {
    throw cannotListen(error, receiverListen)
  })
  print(`Deliveries are taken at ${receiver.baseUrl}.`)
  // The service sees the certificate of what stands at the public URL, not the receiver's.
  if (url !== undefined && receiverCaOut === undefined) return receiver
  try {
    const authority = receiver.ca ?? ''
    if (receiverCaOut !== undefined) writeText('--receiver-ca-out', receiverCaOut, authority)
    const temporary = receiverCaOut === undefined ? await writeTemporary(prefix, authority) : undefined
    const path = receiverCaOut ?? temporary?.path
    if (url === undefined) print(`The service under test has to trust ${path}, or not look at certificates.`)
    return { ...receiver, close: () => receiver.close().finally(temporary?.remove) }
  } catch (error) {
    // A service that does not look at certificates is judged all the same. Any other one is told apart by the receiver's preflight.
    const message = error instanceof Error ? error.message : String(error)
    complain(`${message} The run goes on, for a service under test that does not look at certificates.`)
    return receiver
  }
}

function cannotListen(error: unknown, address: CommandOptions['receiverListen']): UsageError {
  const { code, message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    EADDRINUSE: 'its port is taken, name another',
    EADDRNOTAVAIL: 'its address is none of this machine',
    EACCES: 'its port takes rights that this process lacks, name one from 1024 on',
    ENOTFOUND: 'its host leads nowhere',
  }
  const where = address === undefined ? '' : ` at --receiver-listen ${address.host}:${address.port}`
  return new UsageError(`The receiver cannot listen${where}: ${known[code ?? ''] ?? message}.`)
}

const temporaryName = /^event-delivery-conformance-\w+-ca\.pem$/
const day = 86_400_000

/**
 * Writes a temporary file that is removed when the process ends. Files that killed processes left are removed as well.
 */
async function writeTemporary(prefix: string, ca: string): Promise<{ path: string; remove: () => void }> {
  const folder = tmpdir()
  sweepAll(folder)
  const path = join(folder, `event-delivery-conformance-${prefix}-ca.pem`)
  const remove = () => {
    process.off('exit', remove)
    try {
      rmSync(path, { force: true })
    } catch {
      // The folder may not exist where the file could not be written.
    }
  }
  process.once('exit', remove)
  try {
    await writeFile(path, ca, { flag: 'wx' })
  } catch (error) {
    remove()
    throw new UsageError(`The receiver's CA cannot be written to ${path}: ${reasonOf(error)}.`)
  }
  return { path, remove }
}

/** Removes what killed processes left in a folder. */
function sweepAll(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter((one) => temporaryName.test(one))) sweep(join(folder, name))
  } catch {
    // A folder that cannot be read has nothing to sweep, and writing to it says so.
  }
}

/** Removes a file that is too old for a run to need it. */
function sweep(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > day) rmSync(path)
  } catch {
    // The file belongs to another user, or is gone by now.
  }
}
